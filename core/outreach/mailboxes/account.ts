import type { Resolved } from '../../kernel/operation/operation.ts'
import { InboxError, type InboxAccount } from '../../kernel/ports/inbox.ts'
import { Seals } from '../../kernel/secrets/seals.ts'
import type { Mailbox } from './entity.ts'
import type { ServerSecrets } from './servers.ts'

/** Opens what is sealed of mailboxes, for those who read them. */
export class AccountOpener {
  static readonly uses = { seals: Seals }
  readonly #seals: Seals

  constructor({ seals }: Resolved<typeof AccountOpener.uses>) {
    this.#seals = seals
  }

  /** The account of a mailbox; rejects with an `InboxError` where it has none. */
  async of({ id, imap, sealed_imap, address }: Mailbox): Promise<InboxAccount> {
    if (imap === null) throw new InboxError('connection', 'The mailbox has no server by which it is read')
    // It was sealed as this.
    const secrets = sealed_imap === null ? {} : (JSON.parse(await this.#seals.open(sealed_imap, id)) as ServerSecrets)
    const { host, port, security, user } = imap
    return { host, port, security, user: user ?? address, password: secrets.password ?? null, oauth: secrets.oauth }
  }
}
