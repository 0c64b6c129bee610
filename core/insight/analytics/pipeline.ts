import type { Static } from '@sinclair/typebox'
import { PipelineService } from '../../crm/pipelines/service.ts'
import { CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { FIRST_DAY, shownSpan, spanOf } from '../../kernel/money/span.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { endOf, zoneOf } from '../../kernel/values/zone.ts'
import { calendarOf, homeOf } from '../../platform/access/organization.ts'
import { eachInTurns, mapInTurns } from '../../kernel/values/turns.ts'
import { Rates } from '../../platform/currencies/rates.ts'
import { DealSums } from './deal-selection.ts'
import { type PastDeal, pastOf } from './deal-states.ts'
import type { ChangesAnswer, ChangesQuery, PipelineAnswer, PipelineQuery } from './pipeline-schema.ts'
import { isOpen, Waterfall } from './waterfall.ts'

type RatedPast = PastDeal & { readonly rate: number | null }

/** A pipeline at any moment, and how it changed between two. */
export class PipelineAnalytics {
  static readonly uses = { records: Records, pipelines: PipelineService }
  readonly #uses: Resolved<typeof PipelineAnalytics.uses>

  constructor(uses: Resolved<typeof PipelineAnalytics.uses>) {
    this.#uses = uses
  }

  /**
   * The open deals now, or at the end of a day, by stage and owner. Throws `invalid_input` for a day in the future, or before the year 1000.
   * A stage that was deleted since is named by its id.
   */
  async asOf({ pipeline_id, owner, as_of }: Static<typeof PipelineQuery>): Promise<Static<typeof PipelineAnswer>> {
    const pipeline = await this.#uses.pipelines.knownOrDefault(pipeline_id)
    const home = await homeOf(this.#uses.records)
    const zone = await zoneOf(home.timezone)
    const { now, actor } = this.#uses.records.unit
    const whose = owner === undefined ? undefined : ownerMeant(owner, actor)
    if (as_of !== undefined && as_of > dayOf(now, home.timezone)) throw invalid('/as_of', 'too_big', 'as_of is in the future')
    if (as_of !== undefined && as_of < FIRST_DAY) throw invalid('/as_of', 'too_small', `The first day is ${FIRST_DAY}`)
    const end = as_of === undefined ? null : endOf(zone, as_of)
    // Of the present, the moment after now: what is written in this very millisecond counts.
    const at = end && end < now ? end : new Date(now.getTime() + 1)
    const open = (await pastOf(this.#uses.records, at, at))
      .map(({ first }) => first)
      .filter((deal) => isOpen(deal) && deal.pipeline_id === pipeline.id && (whose === undefined || deal.owner_email === whose))
    const rates = await Rates.of(this.#uses.records, new Set(open.map((deal) => deal.currency)))
    const today = dayOf(now, home.timezone)
    const rated = await mapInTurns(open, (deal) => ({ ...deal, rate: rates.on(deal.currency, as_of ?? today) }))
    const sums = new DealSums()
    const summed = async (deals: readonly RatedPast[], subtotal = new CurrencyTotal(home.currency)) => {
      await sums.add(deals, subtotal, ({ probability }) => probability)
      return { count: deals.length, amount: subtotal.value, weighted_amount: subtotal.weightedValue }
    }
    const total = new CurrencyTotal(home.currency)
    const byStage = Map.groupBy(rated, ({ stage_id }) => stage_id)
    // Deals whose stage was deleted since are shown all the same: the sums must hold.
    const gone = [...byStage].filter(([id]) => !pipeline.stages.some((each) => each.id === id)).toSorted()
    const shown = [
      ...pipeline.stages.map(({ id, name, type }) => ({ stage_id: id, name, type })),
      ...gone.map(([id]) => ({ stage_id: id, name: id, type: 'open' as const })),
    ]
    const owners = [...Map.groupBy(rated, ({ owner_email }) => owner_email)].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    return {
      pipeline_id: pipeline.id,
      pipeline_name: pipeline.name,
      as_of: (end && end < now ? end : now).toISOString(),
      currency: home.currency,
      ...(await summed(rated, total)),
      stages: await Array.fromAsync(shown, async (stage) => ({ ...stage, ...(await summed(byStage.get(stage.stage_id) ?? [])) })),
      owners: await Array.fromAsync(owners, async ([owner_email, deals]) => ({ owner_email, ...(await summed(deals)) })),
      other_currencies: total.others,
    }
  }

  /** From the open amount before the span to the one after it, write by write: what is answered adds up to the cent. */
  async changes({ pipeline_id, ...days }: Static<typeof ChangesQuery>): Promise<Static<typeof ChangesAnswer>> {
    const pipeline = await this.#uses.pipelines.knownOrDefault(pipeline_id)
    const span = await spanOf(await calendarOf(this.#uses.records), days, 'month')
    const now = new Date(this.#uses.records.unit.now.getTime() + 1)
    const [from, to] = [span.start ?? new Date(0), span.end && span.end < now ? span.end : now]
    const past = await pastOf(this.#uses.records, from, to)
    const currencies = past.flatMap(({ first, changes }) => [first.currency, ...changes.map(({ after }) => after.currency)])
    const rates = await Rates.of(this.#uses.records, new Set(currencies))
    // All by the rates of the last day, so that none of the change comes from rates of exchange.
    const day = span.to !== null && span.to < span.today ? span.to : span.today
    const book = new Waterfall(pipeline.id, (code) => rates.on(code, day))
    await eachInTurns(past, ({ first, changes, last }) => {
      if (first.created_at >= from) book.move(null, first)
      else book.open(first)
      for (const { before, after } of changes) book.move(before, after)
      book.close(last)
    })
    return { pipeline_id: pipeline.id, period: shownSpan(span), currency: span.currency, ...book.answer(span.currency) }
  }
}
