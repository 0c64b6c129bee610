import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Mailbox } from '../mailboxes/entity.ts'

/** The addresses of an organization's own mailboxes. */
export class OwnAddresses {
  static readonly uses = { records: Records }
  readonly #records: Records

  constructor({ records }: Resolved<typeof OwnAddresses.uses>) {
    this.#records = records.whole
  }

  /** All of them in lower case, those of mailboxes that are disconnected as well: what they sent stays one's own. */
  async all(): Promise<ReadonlySet<string>> {
    const rows = await this.#records.columns(Mailbox, ['address', 'aliases'])
    return new Set(rows.flatMap(({ address, aliases }) => [address, ...aliases]).map((each) => each.toLowerCase()))
  }
}
