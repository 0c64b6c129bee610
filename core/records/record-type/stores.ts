import type { Resolved } from '../../kernel/operation/operation.ts'
import { Services } from '../../kernel/operation/services.ts'
import { RecordTypes } from './record-types.ts'
import type { SetRules } from './set-rules.ts'

/** The services of record types by plural, for what works on records of any type. */
export class RecordStores {
  static readonly uses = { services: Services, types: RecordTypes }
  readonly #uses: Resolved<typeof RecordStores.uses>

  constructor(uses: Resolved<typeof RecordStores.uses>) {
    this.#uses = uses
  }

  /** The service that a record type declares as its store; throws `invalid_input` for what is no record type. */
  of(plural: string): unknown {
    return this.#uses.services.resolve(this.#uses.types.get(plural).store)
  }

  /** The rules by which sets of these records are written; undefined for what has none. */
  setsOf(plural: string): SetRules | undefined {
    const type = this.#uses.types.find(plural)
    // Stores of record types with sets, merges or bulk changes have `sets`; the compiler asks for it where their operations are declared.
    return type && (this.#uses.services.resolve(type.store) as { readonly sets?: SetRules }).sets
  }
}
