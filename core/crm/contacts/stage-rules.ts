import type { Resolved } from '../../kernel/operation/operation.ts'
import { Hook } from '../../kernel/operation/hook.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { Contact } from './entity.ts'
import type { ContactValues } from './values.ts'

/** Says in which sales cycle and stage contacts can be. */
export interface StageRules {
  /** The values with cycle and stage as they are stored. Throws `unknown_record` and `unknown_stage`. */
  place(values: ContactValues, contact?: Contact): ContactValues
  /** Where a contact is that comes back, because its cycle or stage may be gone. */
  restore(contact: Contact): ContactValues
}

/** Where the sales cycles give contacts the rules for their stages. */
export const contactStageRules = new Hook<(records: Records) => Promise<StageRules>>('stage rules of contacts')

/** The name under which those rules are relied on and changed (`NamedLocks`). */
export const contactStagesName = 'contacts.pipeline_stage'

/** The rules of an organization without sales cycles: a contact may have any stage. */
export const anyStage: StageRules = { place: (values) => values, restore: () => ({}) }

/** Loads the stage rules of the organization. */
export class ContactStageRules {
  static readonly uses = { registry: Registry, records: Records }
  readonly #uses: Resolved<typeof ContactStageRules.uses>

  constructor(uses: Resolved<typeof ContactStageRules.uses>) {
    this.#uses = uses
  }

  /** Keeps the sales cycles as they are until the unit of work ends, where these values name a place in one; before the contact is locked. */
  async keep(values: ContactValues): Promise<void> {
    if (isPlaced(values)) await this.#uses.records.locks.share(contactStagesName)
  }

  /** The rules for these values; they are looked up only where a value is given for the cycle or the stage. */
  async for(values: readonly ContactValues[]): Promise<StageRules> {
    const [load] = this.#uses.registry.attached(contactStageRules)
    return load && values.some(isPlaced) ? await load(this.#uses.records) : anyStage
  }
}

const isPlaced = ({ sales_cycle_id, pipeline_stage }: ContactValues) => sales_cycle_id !== undefined || pipeline_stage !== undefined
