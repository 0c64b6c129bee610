import { CrmError } from '../../kernel/operation/errors.ts'
import type { Services } from '../../kernel/operation/services.ts'
import { Writer } from '../../kernel/ports/writer.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { AI_LINE, type LaterResult, type MailSender, type PortCall, type StepMail } from '../../automation/workflows/ports.ts'
import { EmailMaterial } from './email-material.ts'
import { outreachActor } from './actor.ts'
import type { Draft } from '../emails/draft.ts'
import { Email } from '../emails/entity.ts'
import { Outbox } from '../emails/outbox.ts'
import { MailboxChoice } from '../mailboxes/choice.ts'
import { escaped } from '../links/unsubscribing.ts'
import { textOfHtml } from '../templates/bodies.ts'

/**
 * Queues the e-mails of steps: the key of the step is that of the message, so a step that is done again queues nothing more, and the line that
 * was written for it stays what it was.
 */
export class WorkflowMail implements MailSender {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** `no_mailbox` where nothing sends for the teammate. */
  async refusal({ owner }: StepMail): Promise<string | undefined> {
    const [mailbox] = await this.#services.resolve(MailboxChoice).choose([{ mailbox_id: null, owners: [owner] }])
    return mailbox ? undefined : 'no_mailbox'
  }

  /** Answers what became of the message, or why there is none; it waits until the mailbox may send and its server has answered. */
  async send(mail: StepMail, call: PortCall): Promise<LaterResult> {
    const { resolve } = this.#services
    const [known] = await resolve(Records).findBy(Email, 'key', [call.key])
    if (known) return outcomeOf(known, call.now)
    const units = resolve(Units)
    const actor = outreachActor(call.organization)
    const material = await resolve(EmailMaterial).of(mail)
    if (!material) throw new CrmError('conflict', `No template has the id ${mail.template_id ?? ''}`)
    const line = material.wantsLine && mail.ai_instructions !== null ? await this.#line(mail.ai_instructions, material, call) : ''
    return await units.write(actor, async (within) => {
      const letter = await within(EmailMaterial).letter(mail, line)
      const draft: Draft = {
        key: call.key,
        purpose: 'marketing',
        contact_id: mail.contact_id,
        to: [mail.to],
        subject: (mail.subject ?? letter.subject).replaceAll(AI_LINE, line),
        html: mail.body?.replaceAll(AI_LINE, escaped(line)) ?? letter.html,
        text: mail.body === null ? letter.text : (await textOfHtml(mail.body)).replaceAll(AI_LINE, line),
        mailbox_id: null,
        owner: mail.owner,
        track: mail.track,
        unsubscribe_link: mail.unsubscribe_link ? 'yes' : 'no',
        due: call.now,
        template_id: letter.template_id,
        template_version: letter.template_version,
        workflow_id: mail.workflow_id,
        run_id: mail.run_id,
        deal_id: mail.deal_id,
      }
      const [queued] = await within(Outbox).queue([draft])
      if (!queued || 'no_mailbox' in queued) return { skipped: 'no_mailbox' }
      return 'blocked' in queued ? { skipped: queued.blocked } : waiting(null, call.now)
    })
  }

  async #line(instructions: string, { facts, language }: { readonly facts: object; readonly language: string }, call: PortCall) {
    const { text } = await this.#services.resolve(Writer).write({ instructions, facts: { ...facts }, language, signal: call.signal })
    return text
  }
}

// Whoever follows e-mails wakes the step much earlier.
const LOOK_MS = 86_400_000
const waiting = (what: string | null, now: Date): LaterResult => ({
  wait: { until: new Date(now.getTime() + LOOK_MS), for: what ?? 'email' },
})

// What a step says of its message: an address that is refused is a fact of the contact, and a message that cannot be sent fails the step.
function outcomeOf({ id: email_id, status, waiting_for, sent_at, bounce, error }: Email, now: Date): LaterResult {
  if (status === 'queued' || status === 'sending') return waiting(waiting_for, now)
  if (status === 'cancelled') return { skipped: error?.code ?? 'cancelled' }
  if (status === 'failed' && error?.code === 'no_mailbox') return { skipped: 'no_mailbox' }
  if (status === 'failed') throw new CrmError('conflict', `The e-mail was not sent: ${error?.text ?? 'it was given up'}`)
  const reason = status === 'bounced' ? bounce : error
  return {
    done: {
      email_id,
      status,
      ...(sent_at && { sent_at: sent_at.toISOString() }),
      ...(reason && { code: reason.code, text: reason.text }),
    },
  }
}
