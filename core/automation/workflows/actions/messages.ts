import { Type } from '@sinclair/typebox'
import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Closed, Id, Text } from '../../../kernel/operation/schema/schema.ts'
import { Choice, Rendered } from './config.ts'

const url = (description: string) => Type.String({ format: 'uri', maxLength: 2048, description })

/** Sends an e-mail from the connected mailbox. */
export const sendEmail: ActionType = {
  type: 'send_email',
  label: 'Send email',
  summary: 'Send from the connected mailbox, template or written, with variables, tracking and optional AI personalisation',
  config: Closed({
    template_id: Type.Optional(Id()),
    subject: Type.Optional(Rendered(500, 'Overrides that of the template')),
    body: Type.Optional(Rendered(60_000, 'Overrides that of the template')),
    track: Choice(['yes', 'no'], 'Count opens and clicks'),
    unsubscribe_link: Choice(['no', 'yes']),
    ai_instructions: Type.Optional(Text(5000, { description: 'What {{ai.line}} is to say' })),
  }),
}

/** Sends a connection request on the professional network. */
export const sendLinkedinInvite: ActionType = {
  type: 'send_linkedin_invite',
  label: 'Send connection request',
  summary: 'Blank connection request via the connected professional-network account',
  config: Closed({}),
}

/** Sends a message on the professional network. */
export const sendLinkedinMessage: ActionType = {
  type: 'send_linkedin_message',
  label: 'Send professional-network message',
  summary: 'Message on the professional network; only works if already connected',
  config: Closed({ message: Rendered(8000) }),
}

/** Sends a message to a Slack channel. */
export const sendSlack: ActionType = {
  type: 'send_slack',
  label: 'Send to Slack',
  summary: 'Message a chat channel via an incoming webhook URL',
  config: Closed({ webhook_url: url('Incoming webhook of the channel, https'), text: Rendered(8000) }),
}

/** Sends a message to a Teams channel. */
export const sendTeams: ActionType = {
  type: 'send_teams',
  label: 'Send to Teams',
  summary: "Message a second chat service's channel via an incoming webhook URL",
  config: Closed({ webhook_url: url('Incoming webhook of the channel, https'), text: Rendered(8000) }),
}

/** Notifies the owner or a teammate. */
export const notify: ActionType = {
  type: 'notify',
  label: 'Notify',
  summary: 'In-app (and desktop) notification to the owner or a teammate',
  config: Closed({
    title: Rendered(255),
    body: Type.Optional(Rendered(2000)),
    recipient: Type.Optional(Text(254, { description: 'E-mail of the teammate; default: the owner' })),
  }),
}

/** Calls a URL with the record and the event. */
export const httpRequest: ActionType = {
  type: 'http_request',
  label: 'HTTP request',
  summary: 'Send the record and event as JSON to any URL',
  config: Closed({
    url: url('https'),
    method: Choice(['POST', 'PUT', 'PATCH', 'GET']),
    headers: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: 50 })),
    body: Type.Optional(Rendered(60_000, 'JSON; default: organization, workflow, run, event and record')),
  }),
}
