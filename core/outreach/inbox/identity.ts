import { createHash } from 'node:crypto'
import type { Email } from '../emails/entity.ts'
import type { ReadMessage } from '../reading/read.ts'

/** The Message-ID of a message; of one that has none, a name made of what it says, the same wherever it lies. */
export function ownIdOf(read: ReadMessage): string {
  return read.message_id === null ? `<${fingerprint(read)}@without.id.invalid>` : `<${read.message_id}>`
}

/** The name of a message whose Message-ID another message has already. */
export function secondIdOf(read: ReadMessage): string {
  return `<${fingerprint(read)}@same.id.invalid>`
}

/**
 * Whether a stored message and one that has its Message-ID are the same: who reuses an id differs in sender and date. `own` are one's own
 * addresses: relays may write another of them, or another Date, on what the engine has sent.
 */
export function isSame(
  stored: Pick<Email, 'from' | 'sent_at' | 'scheduled_at' | 'direction'>,
  read: Pick<ReadMessage, 'from' | 'date'>,
  own: ReadonlySet<string>,
): boolean {
  const from = read.from?.address ?? null
  if (stored.from === from || (stored.direction === 'out' && from !== null && own.has(from))) return true
  // A Date has no parts of a second.
  const second = secondOf(read.date)
  return second !== null && [stored.sent_at, stored.scheduled_at].some((each) => secondOf(each) === second)
}

const secondOf = (moment: Date | null) => (moment === null ? null : Math.floor(moment.getTime() / 1000))

function fingerprint({ date, from, to, subject, text }: ReadMessage): string {
  const said = [date?.toISOString() ?? '', from?.address ?? '', ...to.map(({ address }) => address), subject, text]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 40)
}
