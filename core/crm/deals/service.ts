import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import type { SetRules } from '../../records/bulk/rules.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { ListQuery } from '../../kernel/storage/filters.ts'
import type { Page } from '../../kernel/storage/listing.ts'
import { RecordStore } from '../../kernel/storage/record-store.ts'
import { Records } from '../../kernel/storage/records.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { pipelinesOf } from '../pipelines/default.ts'
import { placeIn } from '../pipelines/places.ts'
import { Customers } from './customers.ts'
import { Deal } from './entity.ts'
import { type DealInput, normalised, withContacts, withPicked } from './input.ts'
import { DealLine } from './line-entity.ts'
import { Placing } from './stage-rules.ts'
import { type DealCreate, dealFilters, dealSorts, type DealUpdate } from './schema.ts'
import { dealSets } from './sets.ts'

/** Deals (contract 2.5, records.md 9). */
export class DealService extends RecordStore<typeof Deal.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids] as const
  /** How sets of deals are written. */
  readonly sets: SetRules

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids) {
    super({ em, records, actor, ids }, { entity: Deal, object: 'deals', keys: [], filters: dealFilters, sorts: dealSorts })
    this.sets = dealSets(records)
  }

  /** Stages are asked for by id or name, types and priorities by value or label; throws for what there is none of. */
  override async list(query: ListQuery): Promise<Page<Deal>> {
    const { pipeline_id, stage_id, priority, deal_type } = query as Partial<Record<string, string>>
    const stage = stage_id === undefined ? undefined : placeIn(await pipelinesOf(this.records), pipeline_id?.toLowerCase(), stage_id).stage
    const words = await withPicked(this.records, { ...(priority && { priority }), ...(deal_type && { deal_type }) })
    return await super.list({ ...query, ...words, ...(stage && { stage_id: stage.id }) })
  }

  /**
   * A new deal in the stage that the input names; the one that has this external id, completed, when there is one. Throws
   * `invalid_input` for a contact, company, pipeline or stage that is not there, and for words that a strict picklist lacks.
   */
  async create(input: Static<typeof DealCreate>, reply: Reply): Promise<Deal> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      return await this.#apply(await this.forChange(known), input)
    }
    const values = await withPicked(this.records, normalised(input))
    const customers = await Customers.of(this.records, [values])
    return await this.add((await this.#placing()).begin(customers.completed(withContacts(customers.linked(values))), this.now))
  }

  /**
   * Changes of any field; those of stage, status and pipeline are moves. Throws as `create` does, `not_found`, and `version_mismatch`
   * under `If-Match`.
   */
  async update(id: string, changes: Changes<typeof DealUpdate>, reply: Reply): Promise<Deal> {
    return await this.#apply(await this.forChange(id, reply), changes)
  }

  /** To a stage, by id or name. */
  async move(id: string, input: StageInput, reply: Reply): Promise<Deal> {
    const to = withStage(input)
    if (to.stage_id === undefined) throw invalid('/stage_id', 'required', 'stage_id is required: a stage, by id or name')
    return await this.#apply(await this.forChange(id, reply), to)
  }

  /** Closed as won or lost; a deal that is so already keeps its stage and takes the other changes. */
  async close(id: string, status: 'won' | 'lost', changes: StageInput, reply: Reply): Promise<Deal> {
    return await this.#apply(await this.forChange(id, reply), { ...withStage(changes), status })
  }

  /** Back to open, in this stage or the one that it was closed in; `conflict` for a deal that is open. */
  async reopen(id: string, to: StageInput, reply: Reply): Promise<Deal> {
    const deal = await this.forChange(id, reply)
    if (deal.status === 'open') throw new CrmError('conflict', 'The deal is open')
    return await this.#apply(deal, { ...withStage(to), status: 'open' })
  }

  /** Back where it was; where its stage is gone, in the one of that name or status, of the default pipeline if need be. */
  override async restore(id: string, reply?: Reply): Promise<Deal> {
    const deal = await super.restore(id, reply)
    this.change(deal, (await this.#placing()).home(deal, this.now))
    return deal
  }

  /** For good, its lines with it. */
  override async purge(id: string, reply?: Reply): Promise<void> {
    await super.purge(id, reply)
    await this.records.db.deleteFrom(DealLine.table).where('document_id', '=', id).execute()
  }

  /** Contacts and companies are looked up only where some are named. */
  async #apply(deal: Deal, input: DealInput): Promise<Deal> {
    const given = await withPicked(this.records, normalised(input))
    const links = given.contacts ?? given.primary_lead_id ?? given.company_id
    const values = links ? (await Customers.of(this.records, [given])).linked(given, deal) : given
    await this.complete(deal, (await this.#placing()).follow(deal, withContacts(values, deal), this.now))
    return deal
  }

  async #placing(): Promise<Placing> {
    return new Placing(await pipelinesOf(this.records))
  }
}

// What moves take: a stage under either of its names.
type StageInput = DealInput & { readonly stage?: string }

function withStage({ stage, stage_id, ...input }: StageInput): DealInput {
  return { ...input, ...withoutAliases<DealInput>({ stage, stage_id }, { stage: 'stage_id' }) }
}
