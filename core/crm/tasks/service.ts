import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { daysLater } from '../../kernel/values/calendar.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { homeOf } from '../../platform/access/organization.ts'
import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { Deal } from '../deals/entity.ts'
import { decideTask, type TaskValues } from './decide.ts'
import { Task } from './entity.ts'
import { type TaskCompletion, type TaskCreate, taskFilters, taskSorts, type TaskUpdate } from './schema.ts'
import { makeFollowing } from './recurring.ts'
import { sourceByVia } from './sources.ts'

type Input = Partial<Static<typeof TaskCreate>>

/** Tasks: what is to be done, by whom, until when, and about which records. */
export class TaskService extends RecordStore<typeof Task.fields> {
  static readonly uses = { ...storeParts, registry: Registry }
  /** The rules by which sets of tasks are written. */
  readonly sets: SetRules<typeof Task.fields>
  readonly #links: SetRules['links']

  constructor(uses: Resolved<typeof TaskService.uses>) {
    super(uses, { entity: Task, object: 'tasks', keys: [], filters: taskFilters, sorts: taskSorts })
    this.#links = { lead_id: Contact, company_id: Company, deal_id: Deal, ...uses.registry.tables({ quote_id: 'quotes' }) }
    this.sets = this.#setRules()
  }

  /**
   * A new task, of the caller unless another owner is given, or the one that has the same external id, completed. Throws `unknown_record`
   * for a contact, company, deal or quote that does not exist, and `ambiguous` for two due times. `source`: who made it, where the way of the
   * call does not say so.
   */
  async create(input: Static<typeof TaskCreate>, reply: Reply, source?: Task['source']): Promise<Task> {
    const given = await this.#normalize(input)
    const match = await this.references.findAny(given.external_ids ?? [])
    if (!match) return await this.add({ ...this.#decide(await linked(this.records, given, this.#links)), ...(source && { source }) })
    reply.matched('external_id')
    const known = await this.forChange(match)
    const before = { status: known.status }
    await this.complete(known, this.#decide(await linked(this.records, given, this.#links, { known }), known))
    await makeFollowing(this, [{ before, record: known }])
    return known
  }

  /**
   * Sets what differs; another status brings along what follows from it. Throws `not_found`, `version_mismatch` and as `create` does.
   */
  async update(id: string, input: Changes<typeof TaskUpdate>, reply: Reply): Promise<Task> {
    const known = await this.forChange(id, reply)
    const values = await linked(this.records, await this.#normalize(input), this.#links, { known })
    const before = { status: known.status }
    this.change(known, this.#decide(values, known))
    await makeFollowing(this, [{ before, record: known }])
    return known
  }

  /**
   * Completes an open task. Repeated, it changes the outcome at most, and makes no second follow-up: asking for one is a `conflict`, as is
   * completing a canceled task. Throws `not_allowed` for an outcome that no call has.
   */
  async finish({ id, outcome, follow_up }: Static<typeof TaskCompletion>, reply: Reply): Promise<{ task: Task; followUp: Task | null }> {
    const task = await this.forChange(id, reply)
    if (task.status === 'cancelled' || (task.status === 'completed' && follow_up))
      throw new CrmError('conflict', `The task is ${task.status} already`)
    const before = { status: task.status }
    this.change(task, this.#decide({ status: 'completed', ...(outcome !== undefined && { outcome }) }, task))
    await makeFollowing(this, [{ before, record: task }])
    return { task, followUp: follow_up ? await this.#followUp(task, follow_up) : null }
  }

  /** The first open tasks of a teammate that are due from `from` to before `until`, and how many there are. */
  async due(owner_email: string, from: Date | null, until: Date, limit: number) {
    const codec = this.records.codec(Task)
    let due = this.records.db
      .selectFrom(Task.table)
      .selectAll()
      .select(sql<number>`count(*) over ()`.as('total'))
      .where('owner_email', '=', ownerMeant(owner_email, this.actor))
      .where('status', '=', 'open')
      .where('due_at', '<', codec.toColumn('due_at', until))
      .where('deleted_at', 'is', null)
    if (from) due = due.where('due_at', '>=', codec.toColumn('due_at', from))
    const rows = await due.orderBy('due_at').orderBy('id').limit(limit).execute()
    return { tasks: rows.map((row) => codec.fromRow(row)), total: Number(rows[0]?.total ?? 0) }
  }

  /** Opens a task again, without the outcome of its completion. Throws `not_found`, and `conflict` for a task that is open. */
  async reopen(id: string, reply: Reply): Promise<Task> {
    const task = await this.forChange(id, reply)
    if (task.status === 'open') throw new CrmError('conflict', 'The task is open already')
    this.change(task, this.#decide({ status: 'open' }, task))
    return task
  }

  async #followUp(task: Task, input: NonNullable<Static<typeof TaskCompletion>['follow_up']>): Promise<Task> {
    const { title, owner_email, lead_id, deal_id, company_id, quote_id } = task
    const inherited = { title, owner_email, lead_id, deal_id, company_id, quote_id, type: 'follow_up' as const }
    return await this.add({ ...inherited, ...(await this.#normalize(input)), source: sourceByVia[this.actor.via.type] })
  }

  /** What is stored for an input: aliases resolved, times as dates, days from now as a time in the zone of the organization. */
  async #normalize({ due_in_days, due_at, remind_at, ...given }: Input): Promise<TaskValues> {
    const values = withoutAliases<TaskValues>(given, { contact_id: 'lead_id', assigned_to: 'owner_email', custom_properties: 'custom' })
    if (due_at !== undefined) values.due_at = due_at === null ? null : new Date(due_at)
    if (remind_at !== undefined) values.remind_at = remind_at === null ? null : new Date(remind_at)
    if (due_in_days === undefined) return values
    if (due_at !== undefined) throw invalid('/due_in_days', 'ambiguous', 'Give due_at or due_in_days, not both')
    const { timezone } = await homeOf(this.records)
    return { ...values, due_at: await daysLater(this.now, due_in_days, timezone) }
  }

  #decide(values: TaskValues, known?: Task): TaskValues {
    return decideTask({ values, known, actor: this.actor, now: this.now })
  }

  #setRules(): SetRules<typeof Task.fields> {
    return {
      entity: Task,
      object: 'tasks',
      keys: [externalId],
      links: this.#links,
      normalize: (input) => this.#normalize(input),
      decide: (known, values) => this.#decide(values, known),
      prepare: async (drafts, made) => {
        for (const draft of drafts) if (made.has(draft)) draft.values = this.#decide(draft.values)
        return undefined
      },
      afterUpdate: (changes) => makeFollowing(this, changes),
    }
  }
}
