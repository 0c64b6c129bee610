import { Contact } from '../../../crm/contacts/entity.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import type { References } from '../../../kernel/storage/records/references.ts'

/** The contacts whom the deals of a batch name: by e-mail, or by the id that the same source gave them. */
export class DealContacts {
  readonly #byWord: ReadonlyMap<string, string>

  private constructor(byWord: ReadonlyMap<string, string>) {
    this.#byWord = byWord
  }

  /** In three look-ups, whatever their number. */
  static async named(words: readonly string[], records: Records, references: References, provider: string): Promise<DealContacts> {
    const emails = words.filter((word) => word.includes('@')).map((word) => word.toLowerCase())
    const found = await records.findBy(Contact, 'primary_email', emails)
    const further = emails.length > 0 ? await references.findMany('#email', emails) : []
    const ids = words.length > 0 ? await references.findMany(provider, words) : []
    return new DealContacts(new Map([...ids, ...further, ...found.map(({ primary_email, id }) => [String(primary_email), id] as const)]))
  }

  /** The id of the contact to whom a word of the source refers; undefined for an unknown one. */
  of(word: string): string | undefined {
    return this.#byWord.get(word.includes('@') ? word.toLowerCase() : word)
  }
}
