import { Type } from '@sinclair/typebox'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { validate } from '../../../kernel/operation/validate.ts'
import { foldOwner } from '../../../kernel/values/owner.ts'
import { NotificationSend } from '../../../platform/notifications/schema.ts'
import { Notifications } from '../../../platform/notifications/service.ts'
import { defineAction, type StepCall } from './action.ts'
import { Rendered, RenderedTitle } from './config.ts'
import { textOf } from './subject-fields.ts'
import { Teammates } from './teammates.ts'

type Recipient = Pick<StepCall<{ readonly recipient?: string }>, 'config' | 'subjects' | 'workflow'>

/** Notifies the owner of the record, else of the contact, else of the workflow, or a teammate; who is no active one is left out. */
export const notify = defineAction({
  type: 'notify',
  label: 'Notify',
  summary: 'In-app (and desktop) notification to the owner or a teammate',
  config: Closed({
    title: RenderedTitle(255),
    body: Type.Optional(Rendered(2000)),
    recipient: Type.Optional(Text(254, { description: 'E-mail of the teammate; default: the owner' })),
  }),
  effect: 'db',
  uses: { notifications: Notifications, teammates: Teammates },
  references: ({ recipient }) => [{ to: 'user', value: recipient, at: '/recipient' }],
  run: async (call, { notifications, teammates }) => {
    const { config, subjects } = call
    const recipient = recipientOf(call)
    if (!(await teammates.isActive(recipient))) return { skipped: 'inactive' }
    const { type, record } = subjects
    const input = {
      title: config.title.trim(),
      ...(config.body?.trim() && { body: config.body }),
      ...(type !== null && record && { entity_type: type, entity_id: record.id }),
    }
    // The first administrator may have an address that no input takes, such as admin@localhost.
    validate(NotificationSend, { ...input, ...(config.recipient?.trim() && { recipient }) }, 'notify')
    const { id } = await notifications.send({ ...input, recipient })
    return { done: { notification_id: id, recipient } }
  },
  dryRun: (call) => ({ recipient: recipientOf(call), title: call.config.title }),
})

function recipientOf({ config, subjects, workflow }: Recipient): string {
  const owner = textOf(subjects.record, 'assigned_to', 'owner_email') ?? textOf(subjects.contact, 'assigned_to')
  return foldOwner(config.recipient?.trim() || owner || workflow.owner)
}
