import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Notices } from '../../platform/notifications/notices.ts'
import type { Mailbox } from './entity.ts'

/** Tells people of mailboxes that do not work. */
export class FailureNotices {
  static readonly uses = { records: Records, notices: Notices }
  readonly #uses: Resolved<typeof FailureNotices.uses>

  constructor(uses: Resolved<typeof FailureNotices.uses>) {
    this.#uses = uses
  }

  /** Tells the owner of each, of that of the installation everybody, what it does not do (`send`, `read`) and why. */
  async tell(failed: readonly { readonly mailbox: Mailbox; readonly error: string | null }[], what: 'send' | 'read'): Promise<void> {
    const { records, notices } = this.#uses
    const { now, actor } = records.unit
    const then =
      what === 'send' ? 'what waits for it is sent then' : 'until then answers are not seen, and follow-ups of sequences wait for them'
    const told = failed.map(({ mailbox: { id, address, owner_email }, error }) => ({
      type: 'mailbox.failing',
      organization: actor.organization,
      title: what === 'send' ? `The mailbox ${address} does not send` : `The mailbox ${address} cannot be read`,
      body: `It is tried again by itself; ${then}. ${error ?? ''}`,
      entity: { type: 'mailbox', id },
      owner: owner_email,
    }))
    const personal = told.flatMap(({ owner, ...notice }) => (owner === null ? [] : [{ ...notice, recipient: owner }]))
    await notices.tell(records.db, personal, now)
    const common = told.flatMap(({ owner, ...notice }) => (owner === null ? [{ ...notice, concerns: '' }] : []))
    await notices.write(records.db, common, now)
  }
}
