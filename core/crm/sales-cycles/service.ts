import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import { Contact } from '../contacts/entity.ts'
import { stageChange } from '../contacts/stage.ts'
import { contactStagesName } from '../contacts/stage-rules.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { StoredFilters } from '../../records/record-type/stored-filters.ts'
import { SalesCycle } from './entity.ts'
import { cyclesOf } from './live-cycles.ts'
import { type SalesCycleCreate, type SalesCycleDelete, salesCycleFilters, salesCycleSorts, type SalesCycleUpdate } from './schema.ts'
import { cycleStages, sameStage, stageNamed } from './stages.ts'

/** Sales cycles: the pipelines of contacts; one of them is the default, once there is one. */
export class SalesCycleService extends RecordStore<typeof SalesCycle.fields> {
  static readonly uses = { ...storeParts, conditions: StoredFilters }
  readonly #conditions: StoredFilters

  constructor(uses: Resolved<typeof SalesCycleService.uses>) {
    super(uses, { entity: SalesCycle, object: 'sales cycles', keys: [], filters: salesCycleFilters, sorts: salesCycleSorts })
    this.#conditions = uses.conditions
  }

  /** Keeps the cycles as they are until the unit of work ends; to be called before a contact is locked. */
  async keep(): Promise<void> {
    await this.records.locks.share(contactStagesName)
  }

  /** All live cycles, the oldest first; few enough to be read at once. */
  async all(): Promise<SalesCycle[]> {
    return await cyclesOf(this.records)
  }

  /**
   * A new cycle with its stages, or the one that has the same external id, changed. The first one is the default. Throws as `cycleStages`
   * does.
   */
  async create({ stages, is_default, ...given }: Static<typeof SalesCycleCreate>, reply: Reply): Promise<SalesCycle> {
    await this.records.locks.hold(contactStagesName)
    const known = await this.references.findAny(given.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      const cycle = await this.forChange(known)
      await this.complete(cycle, given)
      await this.#replaceStages(cycle, cycleStages(stages, cycle.stages))
      if (is_default) await this.#makeDefault(cycle)
      return cycle
    }
    const all = await this.all()
    if (is_default) await this.#releaseDefault(all)
    return await this.add({ ...given, stages: cycleStages(stages), is_default: is_default ?? all.length === 0 })
  }

  /**
   * Renames a cycle or gives it other stages; contacts of stages that are left out go to `move_to`. Throws `not_found`, `version_mismatch`,
   * `unknown_stage`, and `conflict` where contacts would be in no stage, conditions name one (`in_use`), or no cycle would be the default.
   */
  async update(
    id: string,
    { stages, is_default, move_to, ...changes }: Changes<typeof SalesCycleUpdate>,
    reply: Reply,
  ): Promise<SalesCycle> {
    const cycle = await this.forChange(id, reply)
    if (is_default === false && cycle.is_default)
      throw new CrmError('conflict', 'One sales cycle is the default: make another one the default instead')
    this.change(cycle, changes)
    if (stages) await this.#replaceStages(cycle, cycleStages(stages, cycle.stages), move_to)
    if (is_default) await this.#makeDefault(cycle)
    return cycle
  }

  /**
   * Deletes a cycle; its contacts go to `move_to`. Throws `unknown_record`, and `conflict` for the default while there are others, and
   * for a cycle with contacts, or in conditions (`in_use`), without `move_to`.
   */
  async discard({ id, move_to, purge = false }: Static<typeof SalesCycleDelete>, reply: Reply): Promise<void> {
    if (purge && !(await this.find({ id }))) return await this.purge(id, reply)
    const cycle = await this.forChange(id, reply)
    const others = await this.#others(id)
    const target = others.find((each) => each.id === move_to?.toLowerCase())
    if (move_to !== undefined && !target)
      throw invalid('/move_to', 'unknown_record', `There is no other sales cycle with the id ${move_to}`)
    if (cycle.is_default && others.length > 0)
      throw new CrmError('conflict', 'The default sales cycle cannot be deleted: make another one the default first')
    const contacts = await this.#contacts(id)
    if (contacts.length > 0 && !target)
      throw new CrmError('conflict', `${contacts.length} contacts are in this sales cycle: give move_to, the cycle that takes them`)
    await this.#conditions.followGone([{ object: 'contacts', field: 'sales_cycle_id', values: new Map([[id, target?.id ?? null]]) }])
    const stages = cycle.stages.map((each) => each.id)
    await this.#followStages(stages, others, (stage) => target && sameStage(cycle, target, stage))
    if (target)
      await this.#move(contacts, ({ pipeline_stage }) => ({
        sales_cycle_id: target.id,
        pipeline_stage: sameStage(cycle, target, pipeline_stage),
      }))
    await (purge ? this.purge(id) : this.remove(id))
  }

  override async forChange(id: string, reply?: Reply): Promise<SalesCycle> {
    await this.records.locks.hold(contactStagesName)
    return await super.forChange(id, reply)
  }

  /** Undoes a delete; it is the default again only where no other cycle has become it. */
  override async restore(id: string, reply?: Reply): Promise<SalesCycle> {
    await this.records.locks.hold(contactStagesName)
    const cycle = await super.restore(id, reply)
    if (cycle.is_default && (await this.all()).some((each) => each.is_default && each.id !== id)) cycle.is_default = false
    return cycle
  }

  /** How many contacts are in each stage, by stage id. */
  async counts(id: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.records
      .from(Contact)
      .select(['pipeline_stage', sql<number>`count(*)`.as('number')])
      .where('sales_cycle_id', '=', id)
      .where('deleted_at', 'is', null)
      .groupBy('pipeline_stage')
      .execute()
    return new Map(rows.map(({ pipeline_stage, number }) => [String(pipeline_stage), Number(number)]))
  }

  async #makeDefault(cycle: SalesCycle): Promise<void> {
    if (cycle.is_default) return
    await this.#releaseDefault(await this.all())
    cycle.is_default = true
  }

  async #replaceStages(cycle: SalesCycle, stages: SalesCycle['stages'], move_to?: string): Promise<void> {
    const gone = new Set(cycle.stages.filter(({ id }) => !stages.some((each) => each.id === id)).map(({ id }) => id))
    cycle.stages = stages
    const target = move_to === undefined ? undefined : stageNamed(stages, move_to)
    if (move_to !== undefined && !target) {
      const allowed = stages.map(({ id }) => id)
      throw invalid('/move_to', 'unknown_stage', `The sales cycle ${cycle.name} will have no stage ${move_to}`, allowed)
    }
    if (gone.size === 0) return
    await this.#followStages(gone, await this.#others(cycle.id), () => target?.id)
    const contacts = await this.#contacts(cycle.id, gone)
    if (contacts.length > 0 && !target)
      throw new CrmError('conflict', `${contacts.length} contacts are in stages that are left out: give move_to, the stage that takes them`)
    if (target) await this.#move(contacts, () => ({ pipeline_stage: target.id }))
  }

  async #others(id: string): Promise<SalesCycle[]> {
    return (await this.all()).filter((each) => each.id !== id)
  }

  // Conditions that name stages which no cycle has any more; two cycles may have stages of the same id.
  async #followStages(
    gone: Iterable<string>,
    others: readonly SalesCycle[],
    to: (stage: string) => string | null | undefined,
  ): Promise<void> {
    const kept = new Set(others.flatMap(({ stages }) => stages.map(({ id }) => id)))
    const values = new Map([...gone].filter((stage) => !kept.has(stage)).map((stage) => [stage, to(stage) ?? null]))
    await this.#conditions.followGone([{ object: 'contacts', field: 'pipeline_stage', values }])
  }

  async #contacts(cycle: string, stages?: ReadonlySet<string>): Promise<Contact[]> {
    const contacts = await this.records.findBy(Contact, 'sales_cycle_id', [cycle], { lock: true })
    return stages ? contacts.filter(({ pipeline_stage }) => stages.has(pipeline_stage ?? '')) : contacts
  }

  async #move(contacts: readonly Contact[], to: (contact: Contact) => Partial<Contact>): Promise<void> {
    const updates = contacts.map((before) => {
      const changes = to(before)
      return { before, changes: { ...changes, ...stageChange(before, changes, this.now) } }
    })
    await this.records.update(Contact, updates)
  }

  async #releaseDefault(all: readonly SalesCycle[]): Promise<void> {
    const defaults = all.filter(({ is_default }) => is_default)
    await this.records.update(
      SalesCycle,
      defaults.map((before) => ({ before, changes: { is_default: false } })),
    )
  }
}
