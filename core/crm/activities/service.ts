import type { Static } from '@sinclair/typebox'
import { spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import type { ListQuery } from '../../kernel/storage/records/filters.ts'
import { linked } from '../../kernel/storage/records/links.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import type { Period } from '../../kernel/values/period.ts'
import { judged } from '../../records/bulk/read.ts'
import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { Deal } from '../deals/entity.ts'
import { Task } from '../tasks/entity.ts'
import { applyConsequences } from './consequences.ts'
import { decideActivity } from './decide.ts'
import { Activity } from './entity.ts'
import { type ActivityCreate, activityFilters, activitySorts, type ActivityUpdate } from './schema.ts'
import { type ActivityValues, normalizeActivity } from './values.ts'

/** The times between which a list is asked for. */
interface Bounds {
  readonly period?: Period
  readonly from?: string
  readonly before?: string
}

/** Activities: what happened with a contact, company, deal, quote or task. */
export class ActivityService extends RecordStore<typeof Activity.fields> {
  static readonly uses = { ...storeParts, registry: Registry }
  readonly #links: SetRules['links']

  constructor(uses: Resolved<typeof ActivityService.uses>) {
    super(uses, { entity: Activity, object: 'activities', keys: [], filters: activityFilters, sorts: activitySorts })
    this.#links = {
      lead_id: Contact,
      company_id: Company,
      deal_id: Deal,
      ...uses.registry.tables({ quote_id: 'quotes' }),
      task_id: Task,
      ...uses.registry.tables({ email_id: 'emails' }),
    }
  }

  /** A page of activities; a `period` is one of days in the zone of the organization. */
  override async list({ period, ...query }: ListQuery & Bounds): Promise<Page<Activity>> {
    if (period === undefined) return await super.list(query)
    const { start, end } = await spanOf(await calendarOf(this.records), { period })
    const [from, before] = [times([start, query.from]), times([end, query.before])]
    return await super.list({
      ...query,
      ...(from.length > 0 && { from: new Date(Math.max(...from)).toISOString() }),
      ...(before.length > 0 && { before: new Date(Math.min(...before)).toISOString() }),
    })
  }

  /**
   * A new activity with its consequences, or the one that has the same external id, completed. Throws `invalid_input`: `required` for one
   * that is about no record, `unknown_record` for a record that does not exist, `not_allowed` for an outcome that no call has. A `silent`
   * one makes no events of its contact.
   */
  async create(
    input: Static<typeof ActivityCreate>,
    reply: Reply,
    { silent = false }: { readonly silent?: boolean } = {},
  ): Promise<Activity> {
    const given = normalizeActivity(input)
    const match = await this.references.findAny(given.external_ids ?? [])
    if (match) {
      reply.matched('external_id')
      const known = await this.forChange(match)
      await this.complete(known, this.#decide(await linked(this.records, given, this.#links, { known }), known))
      return known
    }
    const made = await this.add(this.#decide(await linked(this.records, given, this.#links)))
    await applyConsequences(this.records, [made], silent)
    return made
  }

  /**
   * Sets what differs. The consequences that it had when it was made stay. Throws as `create` does, `not_found`, and `version_mismatch`.
   */
  async update(id: string, input: Changes<typeof ActivityUpdate>, reply: Reply): Promise<Activity> {
    const known = await this.forChange(id, reply)
    this.change(known, this.#decide(await linked(this.records, normalizeActivity(input), this.#links, { known }), known))
    return known
  }

  /** The rules by which sets of activities are written; `backfill` loads history, which makes no events. */
  sets(backfill: boolean): SetRules<typeof Activity.fields> {
    return {
      entity: Activity,
      object: 'activities',
      keys: [externalId],
      links: this.#links,
      quietly: backfill,
      normalize: normalizeActivity,
      decide: (known, values) => this.#decide(values, known),
      prepare: async (drafts, made) => {
        for (const draft of drafts) if (made.has(draft)) judged(draft, ({ values }) => this.#decide(values))
        return {
          write: async (activities) => {
            const fresh = activities.filter(({ version, created_at }) => version === 1 && created_at === this.now)
            await applyConsequences(this.records, fresh, backfill)
          },
        }
      },
    }
  }

  #decide(values: ActivityValues, known?: Activity): ActivityValues {
    return decideActivity({ values, known, actor: this.actor, now: this.now })
  }
}

// Bounds in milliseconds, without those that are not given.
const times = (bounds: readonly (Date | string | null | undefined)[]) => bounds.flatMap((each) => (each ? Number(new Date(each)) : []))
