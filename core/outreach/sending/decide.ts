import type { MailOutcome } from '../../kernel/ports/mailer.ts'
import { judgeRefusal } from '../reading/reports/kind.ts'
import { RETRY_MINUTES } from '../../automation/workflows/runs/retry.ts'
import type { Email } from '../emails/entity.ts'
import type { Mailbox } from '../mailboxes/entity.ts'

const MINUTE_MS = 60_000
/** A message that waits this long for a mailbox that fails is given up. */
export const EXPIRES_MS = 72 * 3_600_000
const MOST_MINUTES = 30
const GREYLISTED = /gr[ae]y[ -]?list|(?:try again|retry) (?:in|after) \d/i

/** What becomes of a message, and whether its mailbox is at fault. */
export interface Decision {
  readonly changes: Partial<Email>
  /** Why the mailbox is to wait before it sends anything more. */
  readonly mailboxFails?: string
}

/** What becomes of a message by what its server has said, or not said. */
export function decide(email: Email, outcome: MailOutcome, now: Date): Decision {
  const over = { lease_token: null, due_at: null, waiting_for: null }
  if (outcome.kind === 'accepted') {
    const recipients = email.recipients.map((each) => {
      const refused = outcome.refused.find(({ address }) => address === each.address)
      if (!refused) return { ...each, status: 'sent' as const, code: null, text: null }
      // Whom the server has put off is not refused; the others have it, so that nothing is sent again.
      const status = refused.code < 500 ? ('delayed' as const) : ('refused' as const)
      return { ...each, status, code: String(refused.code), text: refused.text }
    })
    const { answer: server_answer, queueId: queue_id } = outcome
    return { changes: { ...over, status: 'sent', sent_at: now, error: null, recipients, server_answer, queue_id } }
  }
  if (outcome.kind === 'broken') {
    if (outcome.mayHaveLeft) return { changes: { ...over, status: 'uncertain', error: { code: 'no_answer', text: outcome.text } } }
    if (outcome.phase === 'data') return again(email, 'broken', outcome.text, now)
    return held(email, outcome.text, now)
  }
  return refused(email, outcome, now)
}

function refused(email: Email, outcome: MailOutcome & { readonly kind: 'refused' }, now: Date): Decision {
  const { phase, refused: some } = outcome
  // Whom the server has only put off gets it later, whatever it says of the others.
  const { code, text } = (phase === 'recipients' && some.find((each) => each.code >= 400 && each.code < 500)) || outcome
  const over = { lease_token: null, due_at: null, waiting_for: null, failed_at: now }
  const recipients = email.recipients.map((each) => {
    const own = some.find(({ address }) => address === each.address)
    if (!own) return each
    return { ...each, status: own.code < 500 ? ('delayed' as const) : ('refused' as const), code: String(own.code), text: own.text }
  })
  if (code === 0) return { changes: { ...over, status: 'failed', error: { code: 'address_not_supported', text } } }
  const isSize = code === 552
  // Servers that put off all they do not know yet, and take it a little later, say nothing of the mailbox.
  if (code !== 421 && code < 500 && phase === 'recipients' && GREYLISTED.test(text))
    return again({ ...email, recipients }, 'greylisted', text, now)
  // These say something of the mailbox, not of the message.
  if (code === 421 || /^4\d\d[ -]4\.7\./.test(text)) return held(email, text, now)
  if (phase !== 'recipients' && phase !== 'data' && !isSize) return held(email, text, now)
  if (code < 500) return { ...again({ ...email, recipients }, 'deferred', text, now) }
  if (phase !== 'recipients') return { changes: { ...over, status: 'failed', recipients, error: { code: 'refused', text } } }
  const bounce = worstOf(some.length > 0 ? some.map((each) => each.text) : [text])
  return { changes: { ...over, status: 'bounced', bounced_at: now, recipients, bounce, error: { code: 'refused', text } } }
}

/** Tried again a little later, and later still each time, until it fails. */
function again(email: Email, code: string, text: string, now: Date): Decision {
  const minutes = RETRY_MINUTES[email.attempt]
  const over = { lease_token: null, waiting_for: null, recipients: email.recipients, error: { code, text } }
  if (minutes === undefined) return { changes: { ...over, status: 'failed', failed_at: now, due_at: null } }
  const due_at = new Date(now.getTime() + minutes * MINUTE_MS)
  return { changes: { ...over, status: 'queued', attempt: email.attempt + 1, due_at } }
}

/** Waits for its mailbox, without spending one of its tries. */
function held(email: Email, text: string, now: Date): Decision {
  const changes: Partial<Email> = { status: 'queued', lease_token: null, due_at: now, waiting_for: 'mailbox', begun_at: null }
  return { changes: { ...changes, error: { code: 'mailbox', text } }, mailboxFails: text }
}

/** What a mailbox that has failed is set to: it waits 1, 2, 4 .. 30 minutes. */
export function failing(mailbox: Mailbox, text: string, now: Date): Partial<Mailbox> {
  const minutes = Math.min(2 ** Math.min(mailbox.failures, 10), MOST_MINUTES)
  return {
    status: 'failing',
    last_error: text.slice(0, 500),
    failures: mailbox.failures + 1,
    retry_at: new Date(now.getTime() + minutes * MINUTE_MS),
    failing_since: mailbox.failing_since ?? now,
  }
}

/** What a mailbox that sends again is set to. */
export const working = { status: 'connected', last_error: null, failures: 0, retry_at: null, failing_since: null } as const

const severity = ['hard', 'blocked', 'soft'] as const

function worstOf(answers: readonly string[]): NonNullable<Email['bounce']> {
  const judged = answers.map(judgeRefusal).toSorted((a, b) => severity.indexOf(a.kind) - severity.indexOf(b.kind))
  const [{ kind, code, text } = judgeRefusal('')] = judged
  return { kind, code, text }
}
