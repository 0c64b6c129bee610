import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import { homeOf } from '../../platform/access/organization.ts'
import { callOutcomes } from '../../platform/catalog/lists.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { Deal } from '../deals/entity.ts'
import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import { CurrentActor, type Via } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Quote } from '../../commerce/quotes/entity.ts'
import { linked } from '../../kernel/storage/links.ts'
import { RecordStore } from '../../kernel/storage/record-store.ts'
import { Records } from '../../kernel/storage/records.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { daysLater } from '../../kernel/values/calendar.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { Task, type taskSources } from './entity.ts'
import { type TaskCompletion, type TaskCreate, taskFilters, taskSorts, type TaskUpdate } from './schema.ts'

type Values = Partial<Omit<Task, 'id'>>
type Input = Partial<Static<typeof TaskCreate>>

/** Tasks (records.md 3). */
export class TaskService extends RecordStore<typeof Task.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids] as const

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids) {
    super({ em, records, actor, ids }, { entity: Task, object: 'tasks', keys: [], filters: taskFilters, sorts: taskSorts })
  }

  /**
   * A new task of the acting user unless another owner is given; the one that has this external id, completed, when there is one. Throws
   * `unknown_record` for a contact, company, deal or quote that is not there, and `ambiguous` for two due times.
   */
  async create(input: Static<typeof TaskCreate>, reply: Reply): Promise<Task> {
    const given = await this.#normalised(input)
    const known = await this.references.findAny(given.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      const task = await this.forChange(known)
      await this.complete(task, this.#settled(await linked(this.records, given, links, { known: task }), task))
      return task
    }
    const values = await linked(this.records, given, links)
    return await this.add({ owner_email: this.actor.user, ...this.#settled(values), source: sources[this.actor.via.type] })
  }

  /**
   * Changes of a task; its status may change, too, with what follows from it. Throws `not_found`, `version_mismatch` and as `create` does.
   */
  async update(id: string, input: Changes<typeof TaskUpdate>, reply: Reply): Promise<Task> {
    const task = await this.forChange(id, reply)
    const values = await linked(this.records, await this.#normalised(input), links, { known: task })
    this.change(task, this.#settled(values, task))
    return task
  }

  /**
   * Completes an open task; repeated, it changes nothing but the outcome, and makes no second follow-up: that, and a cancelled task, is
   * `conflict`. Throws `not_allowed` for an outcome of a call that is none of contract 2.13.
   */
  async finish({ id, outcome, follow_up }: Static<typeof TaskCompletion>, reply: Reply): Promise<{ task: Task; followUp: Task | null }> {
    const task = await this.forChange(id, reply)
    if (task.status === 'cancelled' || (task.status === 'completed' && follow_up))
      throw new CrmError('conflict', `The task is ${task.status} already`)
    this.change(task, this.#settled({ status: 'completed', ...(outcome !== undefined && { outcome }) }, task))
    return { task, followUp: follow_up ? await this.#followUp(task, follow_up) : null }
  }

  /** How sets of tasks are written. */
  get sets(): SetRules {
    return {
      entity: Task,
      object: 'tasks',
      keys: [externalId],
      links,
      normalised: async (input) => ({ ...(await this.#normalised(input)) }),
      follow: (record, values) => ({ ...this.#settled(values, record as unknown as Task) }),
      prepare: async (drafts, made) => {
        for (const draft of drafts)
          if (made.has(draft))
            draft.values = { owner_email: this.actor.user, ...this.#settled(draft.values), source: sources[this.actor.via.type] }
        return undefined
      },
    }
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
    return { tasks: rows.map((row) => codec.fromRow(row)), total: Number(rows[0]?.['total'] ?? 0) }
  }

  /** Back to open, without what its completion said; `conflict` for a task that is open. */
  async reopen(id: string, reply: Reply): Promise<Task> {
    const task = await this.forChange(id, reply)
    if (task.status === 'open') throw new CrmError('conflict', 'The task is open')
    this.change(task, this.#settled({ status: 'open' }, task))
    return task
  }

  async #followUp(task: Task, input: NonNullable<Static<typeof TaskCompletion>['follow_up']>): Promise<Task> {
    const { title, owner_email, lead_id, deal_id, company_id, quote_id } = task
    const inherited = { title, owner_email, lead_id, deal_id, company_id, quote_id, type: 'follow_up' as const }
    return await this.add({ ...inherited, ...(await this.#normalised(input)), source: sources[this.actor.via.type] })
  }

  /** What is stored for what was given: aliases, and times as dates. */
  async #normalised({ due_in_days, due_at, remind_at, ...given }: Input): Promise<Values> {
    const values = withoutAliases<Values>(given, { contact_id: 'lead_id', assigned_to: 'owner_email', custom_properties: 'custom' })
    if (due_at !== undefined) values.due_at = due_at === null ? null : new Date(due_at)
    if (remind_at !== undefined) values.remind_at = remind_at === null ? null : new Date(remind_at)
    if (due_in_days === undefined) return values
    if (due_at !== undefined) throw invalid('/due_in_days', 'ambiguous', 'Give due_at or due_in_days, not both')
    const { timezone } = await homeOf(this.records)
    return { ...values, due_at: await daysLater(this.now, due_in_days, timezone) }
  }

  /** The values with what follows from the status, whichever way it is set. */
  #settled(values: Values, task?: Task): Values {
    const { status = task?.status ?? 'open', type = task?.type } = values
    const moves = status !== (task?.status ?? 'open')
    // A task that is opened again has no outcome yet.
    const outcome = values.outcome === undefined && !(moves && status === 'open') ? task?.outcome : values.outcome
    if (values.type !== undefined || values.outcome !== undefined) checkOutcome(type, outcome)
    if (!moves) return values
    const done = status === 'completed'
    return {
      ...(status === 'open' && { outcome: null }),
      ...values,
      completed_at: done ? this.now : null,
      completed_by: done ? this.actor.user : null,
    }
  }
}

function checkOutcome(type: Task['type'] | undefined, outcome: string | null | undefined): void {
  if (type === 'call' && outcome && !(callOutcomes as readonly string[]).includes(outcome))
    throw invalid('/outcome', 'not_allowed', `The outcome of a call is one of ${callOutcomes.join(', ')}`, callOutcomes)
}

const links = { lead_id: Contact, company_id: Company, deal_id: Deal, quote_id: Quote }

// Who made a task, by what the call came in.
const sources: Readonly<Record<Via['type'], (typeof taskSources)[number]>> = {
  user: 'manual',
  api_key: 'api',
  workflow: 'workflow',
  sync: 'import',
  form: 'api',
  plugin: 'api',
  system: 'api',
}
