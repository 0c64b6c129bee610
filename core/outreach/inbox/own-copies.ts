import type { Actor } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import type { InboxSession } from '../../kernel/ports/inbox.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import type { Mailbox } from '../mailboxes/entity.ts'
import { type Held, MailboxCursor } from './cursor.ts'
import { COPIES, COPY_MS, SentMessages } from './sent-messages.ts'

/** So long copies are made before it is the turn of other mailboxes. */
const TURN_MS = 60_000

/**
 * Puts messages that the engine has sent into the folder of sent ones, where the server has not done so itself; never those of campaigns. Each is
 * searched for before, so that no copy is there twice. Copies have no pixel and no counted links: who reads one's own message has not opened it.
 */
export class OwnCopies {
  static readonly uses = { units: Units, clock: Clock }
  readonly #uses: Resolved<typeof OwnCopies.uses>

  constructor(uses: Resolved<typeof OwnCopies.uses>) {
    this.#uses = uses
  }

  /** Takes care of those that were sent since the last time, a minute ago or longer; rejects with an `InboxError`. */
  async append(session: InboxSession, actor: Actor, mailbox: Mailbox, held: Held): Promise<void> {
    if (mailbox.save_sent === 'no') return
    const folder = (await session.folders()).find(({ role }) => role === 'sent')
    if (!folder) return
    const until = new Date(this.#uses.clock.now().getTime() - COPY_MS)
    const { units } = this.#uses
    const sent = await units.read(actor, async (resolve) => await resolve(SentMessages).since(mailbox, until))
    if (sent.length === 0) return
    await session.open(folder.name)
    const end = new Date(this.#uses.clock.now().getTime() + TURN_MS)
    let done = 0
    for (const { id, message_id, sent_at } of sent) {
      if (done > 0 && this.#uses.clock.now() >= end) break
      done += 1
      if (await session.has(message_id ?? '')) continue
      const raw = await units.write(actor, async (resolve) => await resolve(SentMessages).copyOf(mailbox, id))
      if (raw) await session.append(folder.name, raw, sent_at ?? until)
    }
    // Of those that left in the same moment some may be left.
    const isAll = done === sent.length && done < COPIES
    const last = isAll ? until : new Date((sent[done - 1]?.sent_at ?? until).getTime() - 1)
    await units.write(actor, async (resolve) => await resolve(MailboxCursor).copied(held, last))
  }
}
