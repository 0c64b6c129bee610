import type { Static } from '@sinclair/typebox'
import { homeOf, todayOf } from '../access/organization.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { listFor, oneText, readPlace, writePlace } from '../../kernel/storage/records/place-cursor.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { CurrencyRate } from './entity.ts'
import type { Currencies, CurrencyQuery, CurrencyRecord, RateUpdate } from './schema.ts'

type Shown = Static<typeof CurrencyRecord>

// Newest rates of one currency in an answer; `from` and `to` select others.
const HISTORY = 100

/** The currencies of an organization and their exchange rates by day. */
export class CurrencyService {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof CurrencyService.uses>

  constructor(uses: Resolved<typeof CurrencyService.uses>) {
    this.#uses = uses
  }

  /** A page of currencies: the organization's own first, then those with rates, by code. */
  async list({ code, limit = 50, cursor, ...days }: Static<typeof CurrencyQuery>): Promise<Static<typeof Currencies>> {
    const { currency: base } = await homeOf(this.#uses.records)
    const list = listFor('currencies', { code, ...days, organization: this.#uses.records.unit.actor.organization })
    const after = cursor === undefined ? undefined : readPlace(list, cursor, oneText)
    let query = this.#uses.records.db.selectFrom(CurrencyRate.table).select('currency').distinct().where('base', '=', base)
    if (code !== undefined) query = query.where('currency', '=', code)
    const rated = (await query.execute()).map(({ currency }) => String(currency))
    const others = rated.filter((each) => each !== base).toSorted()
    const asked = code === undefined ? [base, ...others] : [code]
    const left = after === undefined ? asked : others.filter((each) => after === base || each > after)
    const page = left.slice(0, limit)
    const next = left.length > limit ? page.at(-1) : undefined
    const currencies = await this.#shown(page, base, days)
    return { base, currencies, next_cursor: next === undefined ? null : writePlace(list, [next]) }
  }

  /**
   * Sets the rate from a day on, or removes the rate of that day; rates of other days stay. Throws `invalid_input` for the
   * organization's own currency, and for removing a rate that was not set.
   */
  async set({ code, rate, valid_from }: Static<typeof RateUpdate>): Promise<Shown> {
    const { currency: base } = await homeOf(this.#uses.records)
    if (code === base) throw invalid('/code', 'not_allowed', `${code} is the currency of the organization; its rate is always 1`)
    const today = await todayOf(this.#uses.records)
    const day = valid_from ?? today
    const known = (await this.#uses.records.findBy(CurrencyRate, 'currency', [code], { lock: true })).find(
      (each) => each.base === base && each.valid_from === day,
    )
    if (rate === null) {
      if (!known) throw invalid('/valid_from', 'unknown_record', `No rate of ${code} was set for ${day}`)
      const gone = { currency: [code, null], valid_from: [day, null], rate: [known.rate, null] } as const
      await this.#uses.records.remove(CurrencyRate, [known.id], 'deleted', gone)
    } else if (known) await this.#uses.records.update(CurrencyRate, [{ before: known, changes: { rate } }])
    else await this.#insert(base, code, day, rate)
    return shownOf(code, base, (await this.#ratesOf([code], base)).get(code) ?? [], { on: day > today ? day : today })
  }

  async #insert(base: string, currency: string, valid_from: string, rate: number): Promise<void> {
    const { actor, now } = this.#uses.records.unit
    const own = { id: this.#uses.ids.next(), user_from: actor.organization, base, currency, valid_from, rate }
    await this.#uses.records.insert(CurrencyRate, [{ ...own, created_by: actor.user, created_at: now, updated_at: now, version: 1 }])
  }

  async #shown(codes: readonly string[], base: string, { on, ...days }: Partial<ShownDays>): Promise<Shown[]> {
    const day = on ?? (await todayOf(this.#uses.records))
    const rates = await this.#ratesOf(codes, base)
    return codes.map((code) => shownOf(code, base, rates.get(code) ?? [], { on: day, ...days }))
  }

  /** The rates of these currencies, the newest first. */
  async #ratesOf(codes: readonly string[], base: string): Promise<ReadonlyMap<string, readonly CurrencyRate[]>> {
    const found = (await this.#uses.records.findBy(CurrencyRate, 'currency', codes)).filter((each) => each.base === base)
    return Map.groupBy(
      found.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1)),
      ({ currency }) => currency,
    )
  }
}

/** The day whose rate holds, and the days whose rates are listed. */
interface ShownDays {
  readonly on: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

function shownOf(code: string, base: string, rates: readonly CurrencyRate[], { on, from, to }: ShownDays): Shown {
  const holds = rates.find(({ valid_from }) => valid_from <= on)
  const history = rates.filter(({ valid_from: at }) => (from === undefined || at >= from) && (to === undefined || at <= to))
  return {
    code,
    name: nameOf(code),
    decimals: exponentOf(code),
    home: code === base,
    rate: code === base ? 1 : (holds?.rate ?? null),
    valid_from: code === base ? null : (holds?.valid_from ?? null),
    rates: history.slice(0, HISTORY).map(({ valid_from, rate, created_by, updated_at }) => ({
      valid_from,
      rate,
      set_by: created_by,
      set_at: updated_at.toISOString(),
    })),
  }
}

let names: Intl.DisplayNames | undefined

// Made when it is asked for the first time: it reads several megabytes of names.
function nameOf(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'currency' })
  return names.of(code) ?? code
}
