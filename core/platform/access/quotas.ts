import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Organization, type plans, QuotaUsage } from './entity.ts'

/** What an organization has booked: `unlimited`, `free`, ... */
export type Plan = (typeof plans)[number]

/** Calls that a plan includes per period of UTC. */
export interface Quota {
  /** Calls in one period. */
  readonly limit: number
  /** Calendar day or month of UTC. */
  readonly period: 'day' | 'month'
}

/** Quota of each plan; absent = unlimited. */
export const quotas: Readonly<Record<Plan, Quota | undefined>> = {
  unlimited: undefined,
  free: { limit: 1000, period: 'month' },
  starter: { limit: 1000, period: 'day' },
  growth: { limit: 10_000, period: 'day' },
  scale: { limit: 50_000, period: 'day' },
  scale_automation: { limit: 100_000, period: 'day' },
}

/** Milliseconds for which another process may still use the former plan. */
const PLAN_CACHE_MS = 5000

/** Counts the calls of an organization against the quota of its plan, in a table that all processes share. */
export class Quotas {
  static readonly uses = { database: Database, clock: Clock }
  readonly #uses: Resolved<typeof Quotas.uses>
  readonly #plans = new Map<string, { plan: Plan; until: number }>()

  constructor(uses: Resolved<typeof Quotas.uses>) {
    this.#uses = uses
  }

  /**
   * Counts one call of an organization; throws `quota_exceeded`, with `retry_after` in seconds, when the plan's calls of this period
   * are used up.
   */
  async count(user_from: string): Promise<void> {
    const quota = quotas[await this.planOf(user_from)]
    if (!quota) return
    const now = this.#uses.clock.now()
    if (await this.#take(user_from, periodOf(now, quota), quota.limit)) return
    throw new CrmError('quota_exceeded', `The plan's ${quota.limit} requests of this ${quota.period} are used up`, {
      retry_after: secondsLeft(now, quota),
    })
  }

  /** Quota of the organization's plan with the calls used and left, and the seconds until the next period; `null` = unlimited. */
  async left(user_from: string): Promise<(Quota & { used: number; remaining: number; reset: number }) | null> {
    const quota = quotas[await this.planOf(user_from)]
    if (!quota) return null
    const now = this.#uses.clock.now()
    const row = await this.#uses.database
      .tables()
      .selectFrom(QuotaUsage.table)
      .select(sql<number>`calls`.as('calls'))
      .where('user_from', '=', user_from)
      .where('period', '=', periodOf(now, quota))
      .executeTakeFirst()
    const used = Number(row?.calls ?? 0)
    return { ...quota, used, remaining: Math.max(0, quota.limit - used), reset: secondsLeft(now, quota) }
  }

  /** The plan of an organization, at most 5 s old; `unlimited` for an organization that is not stored. */
  async planOf(user_from: string): Promise<Plan> {
    const now = this.#uses.clock.now().getTime()
    const known = this.#plans.get(user_from)
    if (known && known.until > now) return known.plan
    const row = await this.#uses.database
      .tables()
      .selectFrom(Organization.table)
      .select(sql<Plan>`plan`.as('plan'))
      .where('user_from', '=', user_from)
      .executeTakeFirst()
    const plan = row?.plan ?? 'unlimited'
    this.#plans.set(user_from, { plan, until: now + PLAN_CACHE_MS })
    return plan
  }

  /** Empties the cache, after a plan has changed. */
  forget(): void {
    this.#plans.clear()
  }

  // One statement decides, so that no two processes take the last call; a refused call is not counted. Written directly, because counters
  // are no records.
  async #take(user_from: string, period: string, limit: number): Promise<boolean> {
    const calls = `${QuotaUsage.table}.calls`
    const row = await this.#uses.database
      .tables()
      .insertInto(QuotaUsage.table)
      .values({ user_from, period, calls: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['user_from', 'period'])
          .doUpdateSet({ calls: sql`${sql.ref(calls)} + 1` })
          .where(calls, '<', limit),
      )
      .returning('calls')
      .executeTakeFirst()
    return row !== undefined
  }
}

/** Name of a period, which sorts by time: `2026-11-22` or `2026-11`. */
function periodOf(now: Date, { period }: Quota): string {
  return now.toISOString().slice(0, period === 'day' ? 10 : 7)
}

function secondsLeft(now: Date, { period }: Quota): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const end = period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)
  return Math.ceil((end - now.getTime()) / 1000)
}
