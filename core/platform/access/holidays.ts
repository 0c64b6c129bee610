import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Organization } from './entity.ts'

/** The holidays of the organization, read once per unit of work. */
export class Holidays {
  static readonly uses = { records: Records }
  readonly #records: Records
  #found: Promise<ReadonlySet<string>> | undefined

  constructor({ records }: Resolved<typeof Holidays.uses>) {
    this.#records = records
  }

  /** Their days, YYYY-MM-DD. */
  all(): Promise<ReadonlySet<string>> {
    return (this.#found ??= this.#read())
  }

  async #read(): Promise<ReadonlySet<string>> {
    const [row] = await this.#records.columns(Organization, ['holidays'], (query) => query.limit(1))
    return new Set(row?.holidays)
  }
}
