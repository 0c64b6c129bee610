import { Decimal } from 'decimal.js'
import type { Api } from 'rapport-crm'

/** Random numbers that are the same at every run. */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    whole: (below: number) => Math.floor(next() * below),
    of: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
    cents: (below: number) => Math.floor(next() * below * 100) / 100,
  }
}

/** Everything of a list, page by page. */
export async function everything<T>(page: (cursor?: string) => Promise<{ items: T[]; next_cursor: string | null }>): Promise<T[]> {
  const all: T[] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await page(cursor)
    all.push(...items)
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}

export const allDeals = (api: Api) =>
  everything(async (cursor) => {
    const { deals, next_cursor } = await api.deals.list({ limit: 200, ...(cursor !== undefined && { cursor }) })
    return { items: deals, next_cursor }
  })

/** The day of a moment in a zone, by the formatter of the language and not by the engine. */
export const dayIn = (zone: string, at: string | Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(at))

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum.plus(each), new Decimal(0)).toNumber()

/** The average, rounded to cents as money is. */
export const meanOf = (amounts: readonly number[]): number | null =>
  amounts.length === 0 ? null : new Decimal(sumOf(amounts)).dividedBy(amounts.length).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber()
