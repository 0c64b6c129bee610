import { sql } from 'kysely'
import { CrmError } from '../kernel/errors.ts'
import { Clock } from '../ports/clock.ts'
import { Database } from '../storage/database.ts'
import { Organization, type plans, QuotaUsage } from './entity.ts'

export type Plan = (typeof plans)[number]

/** Requests that a plan includes, per period of UTC (contract 8.1); absent = unlimited. */
export const quotas: Readonly<Record<Plan, { limit: number; period: 'day' | 'month' } | undefined>> = {
  unlimited: undefined,
  free: { limit: 1000, period: 'month' },
  starter: { limit: 1000, period: 'day' },
  growth: { limit: 10_000, period: 'day' },
  scale: { limit: 50_000, period: 'day' },
  scale_automation: { limit: 100_000, period: 'day' },
}

const PLAN_CACHE_MS = 5000

/** Counts the calls of an organisation against the quota of its plan, in a table that all processes share. */
export class Quotas {
  static readonly inject = [Database, Clock] as const
  readonly #database: Database
  readonly #clock: Clock
  readonly #plans = new Map<string, { plan: Plan; until: number }>()

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Counts one call; throws `quota_exceeded` when the plan's calls of this period are used up. */
  async count(user_from: string): Promise<void> {
    const quota = quotas[await this.#planOf(user_from)]
    if (!quota) return
    const now = this.#clock.now()
    const used = await this.#add(user_from, periodOf(now, quota.period))
    if (used <= quota.limit) return
    throw new CrmError('quota_exceeded', `The plan's ${quota.limit} requests of this ${quota.period} are used up`, {
      retry_after: secondsLeft(now, quota.period),
    })
  }

  /** Quota of the organisation's plan and what is left of it; `null` = unlimited. */
  async left(user_from: string): Promise<{ limit: number; period: 'day' | 'month'; remaining: number } | null> {
    const quota = quotas[await this.#planOf(user_from)]
    if (!quota) return null
    const period = periodOf(this.#clock.now(), quota.period)
    const row = await this.#database
      .tables()
      .selectFrom(QuotaUsage.table)
      .select('calls')
      .where('user_from', '=', user_from)
      .where('period', '=', period)
      .executeTakeFirst()
    return { ...quota, remaining: Math.max(0, quota.limit - Number(row?.['calls'] ?? 0)) }
  }

  async #planOf(user_from: string): Promise<Plan> {
    const now = this.#clock.now().getTime()
    const known = this.#plans.get(user_from)
    if (known && known.until > now) return known.plan
    const row = await this.#database
      .tables()
      .selectFrom(Organization.table)
      .select('plan')
      .where('user_from', '=', user_from)
      .executeTakeFirst()
    const plan = (row?.['plan'] ?? 'unlimited') as Plan
    this.#plans.set(user_from, { plan, until: now + PLAN_CACHE_MS })
    return plan
  }

  async #add(user_from: string, period: string): Promise<number> {
    const { table } = QuotaUsage
    const row = await this.#database
      .tables()
      .insertInto(table)
      .values({ user_from, period, calls: 1 })
      .onConflict((conflict) => conflict.columns(['user_from', 'period']).doUpdateSet({ calls: sql`${sql.ref(`${table}.calls`)} + 1` }))
      .returning('calls')
      .executeTakeFirst()
    return Number(row?.['calls'])
  }
}

function periodOf(now: Date, period: 'day' | 'month'): string {
  return now.toISOString().slice(0, period === 'day' ? 10 : 7)
}

function secondsLeft(now: Date, period: 'day' | 'month'): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const end = period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)
  return Math.ceil((end - now.getTime()) / 1000)
}
