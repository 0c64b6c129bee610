import { Type } from '@sinclair/typebox'
import { Registry } from '../../../kernel/feature/registry.ts'
import { Services } from '../../../kernel/operation/services.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import { Closed, Id, Text } from '../../../kernel/operation/schema/schema.ts'
import type { AnyRecord } from '../../../kernel/storage/schema/entity.ts'
import { type MailSender, mailSender, type StepMail } from '../ports.ts'
import { defineAction } from './action.ts'
import { Choice, Rendered } from './config.ts'
import { textOf } from './subject-fields.ts'

/** Sends an e-mail from the connected mailbox; to none who does not want it. */
export const sendEmail = defineAction({
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
  effect: 'external',
  needs: ['contact'],
  sinks: { subject: 'header', body: 'html' },
  uses: { registry: Registry, services: Services },
  check: ({ template_id, subject, body }) =>
    template_id === undefined && !subject?.trim() && !body?.trim()
      ? [{ path: '/body', code: 'required', message: 'An e-mail needs a template, or a subject and a body' }]
      : [],
  references: ({ template_id }) => [{ to: 'template', value: template_id, at: '/template_id' }],
  prepare: async ({ config, subjects: { contact, deal }, workflow, run }, { registry, services }) => {
    const to = textOf(contact, 'primary_email')
    if (!contact || to === undefined) return { skipped: contact ? 'no_email' : 'no_contact' }
    if (contact['do_not_contact'] === true) return { skipped: 'do_not_contact' }
    if (hasUnsubscribed(contact)) return { skipped: 'unsubscribed' }
    const sender = senderOf(registry, services)
    if (!sender) return { skipped: 'integration_missing' }
    const { template_id = null, subject, body, track = 'yes', unsubscribe_link = 'no', ai_instructions = null } = config
    if (template_id === null && !subject?.trim() && !body?.trim()) return { skipped: 'no_text' }
    const mail: StepMail = {
      contact_id: contact.id,
      to,
      template_id,
      subject: subject?.trim() ? subject : null,
      body: body?.trim() ? body : null,
      track: track === 'yes',
      unsubscribe_link: unsubscribe_link === 'yes',
      ai_instructions,
      workflow_id: workflow.id,
      run_id: run.id,
      deal_id: deal?.id ?? null,
      owner: textOf(contact, 'assigned_to') ?? workflow.owner,
    }
    const refusal = await sender.refusal?.(mail)
    return refusal === undefined ? { effect: mail } : { skipped: refusal }
  },
  run: async ({ prepared, ...call }, { registry, services }) => {
    const sender = senderOf(registry, services)
    // It was prepared above.
    return sender ? await sender.send(prepared as StepMail, call) : { skipped: 'integration_missing' }
  },
  dryRun: ({ config, subjects }) => ({ to: textOf(subjects.contact, 'primary_email') ?? null, subject: config.subject ?? null }),
})

// A plugin that sends by another way comes after the engine itself.
function senderOf(registry: Registry, services: Services): MailSender | undefined {
  return registry.attached(mailSender).at(-1)?.(services)
}

function hasUnsubscribed({ consents }: AnyRecord & { readonly consents?: unknown }): boolean {
  const said = isObject(consents) ? consents : {}
  return ['all', 'email'].some((topic) => isObject(said[topic]) && said[topic]['state'] === 'unsubscribed')
}
