import type { Static } from '@sinclair/typebox'
import type { SetRules } from '../../records/record-type/set-rules.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { withDefaults } from '../../kernel/storage/custom/fitting.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import type { ListQuery } from '../../kernel/storage/records/filters.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { pipelinesOf } from '../pipelines/default.ts'
import { placeIn } from '../pipelines/places.ts'
import { Customers } from './customers.ts'
import { Deal } from './entity.ts'
import { decideDeal } from './decide.ts'
import { type DealInput, dealRelies, normalizeDeal, withPicklistValues } from './input.ts'
import { DealStageRules } from './stage-rules.ts'
import { type DealCreate, dealFilters, dealSorts, type DealUpdate } from './schema.ts'
import { type DealFollower, dealsFollowed, followOne } from './following.ts'
import { dealSets } from './sets.ts'

/** The words of a list that stages and picklist values are named by. */
type Words = { readonly [K in 'pipeline_id' | 'stage_id' | 'priority' | 'deal_type']?: string }

/** Deals: found by external ids alone; status, probability and history follow from their stage. */
export class DealService extends RecordStore<typeof Deal.fields> {
  static readonly uses = { ...storeParts, registry: Registry }
  /** The rules by which sets of deals are written. */
  readonly sets: SetRules<typeof Deal.fields>
  readonly #followers: readonly DealFollower[]

  constructor(uses: Resolved<typeof DealService.uses>) {
    super(uses, { entity: Deal, object: 'deals', keys: [], filters: dealFilters, sorts: dealSorts })
    this.#followers = uses.registry.attached(dealsFollowed)
    this.sets = dealSets(uses.records, this.#followers)
  }

  /** A page of deals. Stages are named by id or name, types and priorities by value or label; throws `invalid_input` for unknown ones. */
  override async list(query: ListQuery & Words): Promise<Page<Deal>> {
    const { pipeline_id, stage_id, priority, deal_type } = query
    const stage = stage_id === undefined ? undefined : placeIn(await pipelinesOf(this.records), pipeline_id?.toLowerCase(), stage_id).stage
    const words = await withPicklistValues(this.records, { ...(priority && { priority }), ...(deal_type && { deal_type }) })
    return await super.list({ ...query, ...words, ...(stage && { stage_id: stage.id }) })
  }

  /**
   * A new deal in the stage that the input names, or the one that has the same external id, completed. Throws `invalid_input` for a
   * contact, company, pipeline or stage that does not exist, and for words that a strict picklist lacks.
   */
  async create(input: Static<typeof DealCreate>, reply: Reply): Promise<Deal> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      return await this.#apply(await this.forChange(known), input)
    }
    await this.records.locks.share(...dealRelies)
    const values = await withPicklistValues(this.records, normalizeDeal(input))
    const customers = await Customers.of(this.records, [values])
    const stages = await this.#stageRules()
    const custom = stages.asksCustom && withDefaults(await propertiesOf(this.records, Deal.table), values.custom ?? {})
    return await this.add(decideDeal({ values: { ...values, ...(custom && { custom }) }, customers, stages, now: this.now }))
  }

  /**
   * Changes of any field; those of stage, status and pipeline are moves. Throws as `create` does, `not_found`, and `version_mismatch`
   * under `If-Match`.
   */
  async update(id: string, changes: Changes<typeof DealUpdate>, reply: Reply): Promise<Deal> {
    return await this.#apply(await this.forChange(id, reply), changes)
  }

  /** Moves a deal to a stage, by id or name. Throws as `update` does. */
  async move(id: string, input: StageInput, reply: Reply): Promise<Deal> {
    const to = withStage(input)
    if (to.stage_id === undefined) throw invalid('/stage_id', 'required', 'stage_id is required: a stage, by id or name')
    return await this.#apply(await this.forChange(id, reply), to)
  }

  /** Closes a deal as won or lost; one that is closed so already keeps its stage and takes the other changes. Throws as `update` does. */
  async close(id: string, status: 'won' | 'lost', changes: StageInput, reply: Reply): Promise<Deal> {
    return await this.#apply(await this.forChange(id, reply), { ...withStage(changes), status })
  }

  /**
   * Opens a deal again, in this stage or the last open one that it was in. Throws as `update` does, and `conflict` for a deal that is open.
   */
  async reopen(id: string, to: StageInput, reply: Reply): Promise<Deal> {
    const deal = await this.forChange(id, reply)
    if (deal.status === 'open') throw new CrmError('conflict', 'The deal is open already')
    return await this.#apply(deal, { ...withStage(to), status: 'open' })
  }

  // What decides about a deal is shared before the deal is locked.
  override async forChange(id: string, reply?: Reply): Promise<Deal> {
    await this.records.locks.share(...dealRelies)
    return await super.forChange(id, reply)
  }

  /** Undoes a delete; a deal whose stage is gone comes back in one of the same name or status, of the default pipeline if need be. */
  override async restore(id: string, reply?: Reply): Promise<Deal> {
    await this.records.locks.share(...dealRelies)
    const deal = await super.restore(id, reply)
    this.change(deal, (await this.#stageRules()).restore(deal, this.now))
    return deal
  }

  async #apply(known: Deal, input: DealInput): Promise<Deal> {
    const values = await withPicklistValues(this.records, normalizeDeal(input))
    // Contacts and companies are looked up only where some are named.
    const isNaming = values.contacts ?? values.primary_lead_id ?? values.company_id
    const customers = isNaming ? await Customers.of(this.records, [values]) : undefined
    const decided = decideDeal({ values, known, customers, stages: await this.#stageRules(), now: this.now })
    const following = await followOne(this.#followers, this.records, { deal: known, values: decided })
    await this.complete(known, { ...decided, ...following.values })
    await following.write(known)
    return known
  }

  async #stageRules(): Promise<DealStageRules> {
    return new DealStageRules(await pipelinesOf(this.records))
  }
}

// What moves take: a stage under either of its names.
type StageInput = DealInput & { readonly stage?: string }

function withStage({ stage, stage_id, ...input }: StageInput): DealInput {
  return { ...input, ...withoutAliases<DealInput>({ stage, stage_id }, { stage: 'stage_id' }) }
}
