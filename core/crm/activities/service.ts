import { EntityManager } from '@mikro-orm/core'
import type { Static } from '@sinclair/typebox'
import { externalId, type SetRules } from '../../records/bulk/rules.ts'
import { CurrentActor, type Via } from '../../kernel/operation/actor.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { spanOf } from '../../kernel/money/span.ts'
import { calendarOf } from '../../platform/access/organization.ts'
import type { ListQuery } from '../../kernel/storage/filters.ts'
import { linked } from '../../kernel/storage/links.ts'
import type { Page } from '../../kernel/storage/listing.ts'
import { RecordStore } from '../../kernel/storage/record-store.ts'
import { Records } from '../../kernel/storage/records.ts'
import type { Period } from '../../kernel/values/period.ts'
import { follow } from './consequences.ts'
import { Activity, type activitySources } from './entity.ts'
import { type ActivityCreate, activityFilters, activitySorts, type ActivityUpdate } from './schema.ts'
import { aboutNothing, checkOutcome, checkSubject, isAboutNothing, links, normalised, type Values } from './values.ts'

/** Activities: what happened with a contact, company, deal, quote or task (records.md 10). */
export class ActivityService extends RecordStore<typeof Activity.fields> {
  static readonly inject = [EntityManager, Records, CurrentActor, Ids] as const

  constructor(em: EntityManager, records: Records, actor: CurrentActor, ids: Ids) {
    super({ em, records, actor, ids }, { entity: Activity, object: 'activities', keys: [], filters: activityFilters, sorts: activitySorts })
  }

  /** A page of activities; a `period` is of days where the organisation is. */
  override async list({ period, ...query }: ListQuery): Promise<Page<Activity>> {
    if (period === undefined) return await super.list(query)
    const { start, end } = await spanOf(await calendarOf(this.records), { period: period as Period })
    const [from, before] = [times([start, query['from']]), times([end, query['before']])]
    return await super.list({
      ...query,
      ...(from.length > 0 && { from: new Date(Math.max(...from)).toISOString() }),
      ...(before.length > 0 && { before: new Date(Math.min(...before)).toISOString() }),
    })
  }

  /**
   * A new entry with what follows from it; the one that has this external id, completed, when there is one. Throws `invalid_input`:
   * `required` for one about nothing, `unknown_record` for a link, `not_allowed` for the outcome of a call.
   */
  async create(input: Static<typeof ActivityCreate>, reply: Reply): Promise<Activity> {
    const given = normalised(input)
    const known = await this.references.findAny(given.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      const activity = await this.forChange(known)
      const values = await linked(this.records, given, links, { known: activity })
      checkOutcome({ ...activity, ...values })
      await this.complete(activity, values)
      return activity
    }
    const values = await linked(this.records, given, links)
    checkSubject(values)
    const made = await this.add(this.#begun(values))
    await follow(this.records, [made], false)
    return made
  }

  /** Sets what differs. Events and times of the contact stay: they tell of when it was logged. */
  async update(id: string, input: Changes<typeof ActivityUpdate>, reply: Reply): Promise<Activity> {
    const activity = await this.forChange(id, reply)
    const values = await linked(this.records, normalised(input), links, { known: activity })
    checkOutcome({ ...activity, ...values })
    this.change(activity, values)
    return activity
  }

  /** How sets of activities are written; `backfill` loads history, of which nobody is told. */
  sets(backfill: boolean): SetRules {
    return {
      entity: Activity,
      object: 'activities',
      keys: [externalId],
      links,
      normalised: (input) => ({ ...normalised(input) }),
      prepare: async (drafts, made) => {
        for (const draft of drafts) {
          if (!made.has(draft)) continue
          if (isAboutNothing(draft.values)) draft.refusal = aboutNothing
          draft.values = { ...this.#begun(draft.values) }
        }
        return async (written) => {
          const fresh = (written as unknown as readonly Activity[]).filter(
            ({ version, created_at }) => version === 1 && created_at === this.now,
          )
          await follow(this.records, fresh, backfill)
        }
      },
    }
  }

  /** What a new entry has that its input leaves out; the source is never the caller's to say. */
  #begun(values: Values): Values {
    return { owner_email: this.actor.user, at: this.now, ...values, source: sources[this.actor.via.type] }
  }
}

// Bounds in milliseconds, without those that are not there.
const times = (bounds: readonly unknown[]) => bounds.flatMap((each) => (each ? Number(new Date(each as string | Date)) : []))

// The words of records.md 10 for who is calling.
const sources: Readonly<Record<Via['type'], (typeof activitySources)[number]>> = {
  user: 'manual',
  api_key: 'api',
  workflow: 'workflow',
  sync: 'import',
  form: 'api',
  plugin: 'api',
  system: 'api',
}
