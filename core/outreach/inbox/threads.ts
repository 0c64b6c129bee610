import { subjectKey } from '../reading/thread-keys.ts'
import type { ReadMessage } from '../reading/read.ts'
import type { Email } from '../emails/entity.ts'

/** What an incoming message follows. */
export interface Followed {
  /** Its conversation; null: it begins one. */
  readonly thread: string | null
  /** The message of ours that it answers. */
  readonly ours: Email | null
}

/**
 * The conversation of a message: that of the message that it answers, if that is known; else that of the last known one that it refers to,
 * if that is ours or the subjects agree. Never by the subject alone. `known` are messages by their Message-ID.
 */
export function followedBy(read: Pick<ReadMessage, 'in_reply_to' | 'references' | 'subject'>, known: ReadonlyMap<string, Email>): Followed {
  const emailOf = (id: string) => known.get(`<${id}>`)
  const answered = read.in_reply_to.map(emailOf).find((each) => each !== undefined)
  const referred = read.references
    .toReversed()
    .map(emailOf)
    .filter((each) => each !== undefined)
  const [last] = referred
  const isSame = last && (last.direction === 'out' || subjectKey(last.subject ?? '') === subjectKey(read.subject))
  const parent = answered ?? (isSame ? last : undefined)
  const ours = answered?.direction === 'out' ? answered : referred.find(({ direction }) => direction === 'out')
  return { thread: parent ? (parent.thread_id ?? parent.id) : null, ours: ours ?? null }
}

/** All ids that a message names of messages before it, with their angle brackets. */
export function idsNamedBy(read: Pick<ReadMessage, 'in_reply_to' | 'references'>): string[] {
  return [...read.in_reply_to, ...read.references].map((id) => `<${id}>`)
}
