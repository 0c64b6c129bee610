import type { RecordType } from 'rapport-crm'
import type { RecordTypeScenario } from '../record-type-kit.ts'
import type { Desk, Values } from './desk.ts'

/** The provider of the external ids of samples. */
const PROVIDER = 'custom:kit'

/** How the records of a type are made and addressed. */
export class SampleRecords {
  /** Where they are: `/credit-notes`. */
  readonly path: string
  readonly plural: string
  /** Whether an external id finds a record again. */
  readonly external: boolean
  readonly #scenario: RecordTypeScenario

  constructor({ plural, keys = [] }: RecordType, scenario: RecordTypeScenario) {
    this.plural = plural
    this.path = `/${plural.replaceAll('_', '-')}`
    this.external = keys.includes('external_id')
    this.#scenario = scenario
  }

  /** Input of the record of this number. */
  input(at: number): Values {
    return { ...this.#scenario.sample(at), ...(this.external && { external_ids: [{ provider: PROVIDER, id: `${this.plural}-${at}` }] }) }
  }

  /** A new record. */
  async made(desk: Desk, values: Values = {}): Promise<Values & { readonly id: string }> {
    const made = await desk.done('POST', this.path, { ...this.input(desk.next()), ...values })
    return { ...made, id: String(made['id']) }
  }
}
