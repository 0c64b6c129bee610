import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { homeOf } from '../access/organization.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { CurrentActor } from '../kernel/actor.ts'
import { CrmError, invalid } from '../kernel/errors.ts'
import type { Changes } from '../kernel/resource.ts'
import type { Reply } from '../kernel/reply.ts'
import { Ids } from '../ports/ids.ts'
import { checkLinks } from '../storage/links.ts'
import { RecordStore } from '../storage/record-store.ts'
import { Records } from '../storage/records.ts'
import { withoutAliases } from '../values/aliases.ts'
import { dayOf } from '../values/calendar.ts'
import { Deal } from './entity.ts'
import { type DealInput, type DealValues, normalised } from './input.ts'
import { Placing } from './placing.ts'
import { type DealCreate, dealFilters, dealSorts, type DealUpdate } from './schema.ts'

/** Deals (contract 2.5, records.md 9). */
export class DealService extends RecordStore<typeof Deal.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids, Placing] as const
  readonly #placing: Placing

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids, placing: Placing) {
    super({ em, records, actor, ids }, { entity: Deal, object: 'deals', keys: [], filters: dealFilters, sorts: dealSorts })
    this.#placing = placing
  }

  /** A new deal in the stage that the input names; the one that has this external id, completed, when there is one. */
  async create(input: Static<typeof DealCreate>, reply: Reply): Promise<Deal> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      return await this.#apply(await this.forChange(known), input)
    }
    const values = normalised(input)
    await this.#checkLinks(values)
    const placed = await this.#placing.begin({ ...(await this.#defaults(values)), ...values }, this.now)
    return await this.add(closedBefore(placed, this.now))
  }

  /** Changes of any field; those of stage, status and pipeline are moves. */
  async update(id: string, changes: Changes<typeof DealUpdate>, reply: Reply): Promise<Deal> {
    return await this.#apply(await this.forChange(id, reply), changes)
  }

  /** To a stage, by id or name; `stage` is another name of `stage_id`. */
  async move(id: string, { stage, ...input }: DealInput & { stage?: string }, reply: Reply): Promise<Deal> {
    const { stage_id } = withoutAliases<{ stage_id?: string }>({ stage, stage_id: input.stage_id }, { stage: 'stage_id' })
    if (stage_id === undefined) throw invalid('/stage_id', 'required', 'stage_id is required: a stage, by id or name')
    return await this.#apply(await this.forChange(id, reply), { ...input, stage_id })
  }

  /** Closed as won or lost; a deal that is so already keeps its stage and takes the other changes. */
  async close(id: string, status: 'won' | 'lost', changes: DealInput, reply: Reply): Promise<Deal> {
    return await this.#apply(await this.forChange(id, reply), { ...changes, status })
  }

  /** Back to open, in this stage or the one that it was closed in; `conflict` for a deal that is open. */
  async reopen(id: string, stage_id: string | undefined, reply: Reply): Promise<Deal> {
    const deal = await this.forChange(id, reply)
    if (deal.status === 'open') throw new CrmError('conflict', 'The deal is open')
    return await this.#apply(deal, { status: 'open', ...(stage_id !== undefined && { stage_id }) })
  }

  override async restore(id: string, reply?: Reply): Promise<Deal> {
    const deal = await super.restore(id, reply)
    this.change(deal, await this.#placing.home(deal, this.now))
    return deal
  }

  async #apply(deal: Deal, input: DealInput): Promise<Deal> {
    const values = normalised(input, deal)
    await this.#checkLinks(values)
    await this.complete(deal, await this.#placing.follow(deal, values, this.now))
    return deal
  }

  /** What is left out comes from the company, the primary contact and the acting user. */
  async #defaults({ company_id, primary_lead_id, currency }: DealValues): Promise<DealValues> {
    const [contact] = company_id === undefined ? await this.records.findBy(Contact, 'id', [primary_lead_id]) : []
    const company = company_id ?? contact?.company_id ?? null
    const [customer] = currency === undefined ? await this.records.findBy(Company, 'id', [company]) : []
    return {
      owner_email: this.actor.user,
      company_id: company,
      ...(currency === undefined && { currency: customer?.currency ?? (await homeOf(this.records)).currency }),
    }
  }

  async #checkLinks(values: DealValues): Promise<void> {
    await checkLinks(this.records, values, { company_id: Company })
    const ids = (values.contacts ?? []).map(({ lead_id }) => lead_id)
    const known = new Set((await this.records.findBy(Contact, 'id', ids)).map(({ id }) => id))
    const at = ids.findIndex((id) => !known.has(id))
    if (at < 0) return
    const path = ids[at] === values.primary_lead_id ? '/primary_lead_id' : `/contacts/${at}/lead_id`
    throw invalid(path, 'unknown_record', `There is no record of contacts with the id ${ids[at]}`)
  }
}

/** A deal that comes in as a closed one was closed on its close date, when that has passed. */
export function closedBefore(deal: DealValues, now: Date): DealValues {
  const { closed_at, close_date } = deal
  if (!closed_at || !close_date || close_date >= dayOf(now)) return deal
  return { ...deal, closed_at: new Date(close_date) }
}
