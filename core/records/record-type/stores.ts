import { Services } from '../../kernel/operation/services.ts'
import { RecordTypes } from './record-types.ts'
import type { SetRules } from './set-rules.ts'

/** The services of record types by plural, for what works on records of any type. */
export class RecordStores {
  static readonly inject = [Services, RecordTypes] as const
  readonly #services: Services
  readonly #types: RecordTypes

  constructor(services: Services, types: RecordTypes) {
    this.#services = services
    this.#types = types
  }

  /** The service that a record type declares as its store; throws `invalid_input` for what is no record type. */
  of(plural: string): unknown {
    return this.#services.resolve(this.#types.get(plural).store)
  }

  /** The rules by which sets of these records are written; undefined for what has none. */
  setsOf(plural: string): SetRules | undefined {
    const type = this.#types.find(plural)
    // Stores of record types with sets, merges or bulk changes have `sets`; the compiler asks for it where their operations are declared.
    return type && (this.#services.resolve(type.store) as { readonly sets?: SetRules }).sets
  }
}
