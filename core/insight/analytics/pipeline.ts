import { type Static, Type } from '@sinclair/typebox'
import { calendarOf, homeOf } from '../../platform/access/organization.ts'
import { exactSum, otherCurrencies, CurrencyTotal } from '../../kernel/money/currency-total.ts'
import { Rates } from '../../platform/currencies/rates.ts'
import { Closed, Count, Day, described, Id, Nullable, Timestamp } from '../../kernel/operation/schema.ts'
import { stageTypes } from '../../crm/pipelines/entity.ts'
import { PipelineService } from '../../crm/pipelines/service.ts'
import { OneOf } from '../../kernel/operation/schema.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { Records } from '../../kernel/storage/records.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { endOf, zoneOf } from '../../kernel/values/zone.ts'
import { currency, owner, pipeline_id, spanInput } from './common.ts'
import { FIRST_DAY, shownSpan, spanOf } from '../../kernel/money/span.ts'
import { Period } from '../reports/schema.ts'
import { Exact, zero } from '../../kernel/money/tally.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { type PastDeal, pastOf } from './deal-states.ts'

// The same three figures for the pipeline, its stages and its owners.
const sums = {
  count: Count('Open deals, of any currency'),
  amount: Type.Number({ description: 'What they are worth, net' }),
  weighted_amount: Type.Number({ description: 'amount x probability, rounded once' }),
}
/** Query and answer of `GET /analytics/pipeline`. */
export const PipelineQuery = Closed({
  pipeline_id,
  owner,
  as_of: Type.Optional(Day('The pipeline as it was at the end of this day, where the organization is; now when left out')),
})
export const PipelineAnswer = Closed({
  pipeline_id: Id('The pipeline'),
  pipeline_name: Type.String({ description: 'Name of the pipeline' }),
  as_of: Timestamp('The moment'),
  currency,
  ...sums,
  stages: Type.Array(
    Closed({
      stage_id: Type.String({ description: 'Stage' }),
      name: Type.String({ description: 'Name of the stage' }),
      type: OneOf(stageTypes, { description: 'What the stage means' }),
      ...sums,
    }),
    { description: 'By stage, in their order' },
  ),
  owners: Type.Array(Closed({ owner_email: Nullable(Type.String({ description: 'Owner; null for none' })), ...sums }), {
    description: 'By owner',
  }),
  other_currencies: otherCurrencies,
})

// What a change of the open amount can be due to; each write of a deal counts as one of them, or as two (see `Waterfall.move`).
const steps = [
  'created',
  'restored',
  'reopened',
  'moved_in',
  'increased',
  'decreased',
  'won',
  'lost',
  'moved_out',
  'deleted',
  'currency_changed',
] as const
type Step = (typeof steps)[number]
const changed = { count: Count('How many deals'), amount: Type.Number({ description: 'By which the pipeline grew, or shrank' }) }
const Change = Closed(changed, { description: 'What of the change is due to this' })
const worth = { count: Count('How many deals'), amount: Type.Number({ description: 'What they are worth, net' }) }
/** Query and answer of `GET /analytics/pipeline-changes`; this month when no days are given. */
export const ChangesQuery = Closed({ pipeline_id, ...spanInput })
export const ChangesAnswer = Closed({
  pipeline_id: Id('The pipeline'),
  period: described(Period, 'The days that were asked for'),
  currency,
  opening: Closed(worth, { description: 'Open before the first day' }),
  changes: Closed(Object.fromEntries(steps.map((step) => [step, Change])) as Record<Step, typeof Change>, {
    description: 'Opening amount and all changes together are the closing amount, to the cent',
  }),
  stage_moves: Closed(worth, { description: 'Moved within the pipeline' }),
  closing: Closed(worth, { description: 'Open after the last day' }),
  other_currencies: Type.Array(Type.String(), { description: 'Currencies of open deals that are left out, because nothing converts them' }),
})

/** The pipeline at any moment, and what became of it between two. */
export class PipelineAnalytics {
  static readonly inject = [Records, PipelineService] as const
  readonly #records: Records
  readonly #pipelines: PipelineService

  constructor(records: Records, pipelines: PipelineService) {
    this.#records = records
    this.#pipelines = pipelines
  }

  /**
   * What is open now, or was at the end of a day, by stage and owner. Throws `invalid_input` for a day to come, or before the year
   * 1000. A stage that is gone by now is called by its id.
   */
  async asOf({ pipeline_id, owner, as_of }: Static<typeof PipelineQuery>): Promise<Static<typeof PipelineAnswer>> {
    const pipeline = await this.#pipelines.knownOrDefault(pipeline_id)
    const home = await homeOf(this.#records)
    const zone = await zoneOf(home.timezone)
    const { now, actor } = this.#records.unit
    const whose = owner === undefined ? undefined : ownerMeant(owner, actor)
    if (as_of !== undefined && as_of > dayOf(now, home.timezone)) throw invalid('/as_of', 'too_big', 'That day is still to come')
    if (as_of !== undefined && as_of < FIRST_DAY) throw invalid('/as_of', 'too_small', `There are no days before ${FIRST_DAY}`)
    const end = as_of === undefined ? null : endOf(zone, as_of)
    // Of the present, the moment after now: what is written in this very millisecond counts.
    const at = end && end < now ? end : new Date(now.getTime() + 1)
    const open = (await pastOf(this.#records, at, at))
      .map(({ first }) => first)
      .filter((deal) => isOpen(deal) && deal.pipeline_id === pipeline.id && (whose === undefined || deal.owner_email === whose))
    const rates = await Rates.of(this.#records, new Set(open.map((deal) => deal.currency)))
    const today = dayOf(now, home.timezone)
    const summed = (deals: readonly PastDeal[], pot: CurrencyTotal) => sumOn(deals, pot, rates, as_of ?? today)
    const total = new CurrencyTotal(home.currency)
    const byStage = Map.groupBy(open, ({ stage_id }) => stage_id)
    // Deals whose stage was deleted since are shown all the same: the sums must hold.
    const gone = [...byStage].filter(([id]) => !pipeline.stages.some((each) => each.id === id)).toSorted()
    return {
      pipeline_id: pipeline.id,
      pipeline_name: pipeline.name,
      as_of: (end && end < now ? end : now).toISOString(),
      currency: home.currency,
      ...summed(open, total),
      stages: [
        ...pipeline.stages.map(({ id, name, type }) => ({ stage_id: id, name, type })),
        ...gone.map(([id]) => ({ stage_id: id, name: id, type: 'open' as const })),
      ].map((stage) => ({ ...stage, ...summed(byStage.get(stage.stage_id) ?? [], new CurrencyTotal(home.currency)) })),
      owners: [...Map.groupBy(open, ({ owner_email }) => owner_email)]
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
        .map(([owner_email, deals]) => ({ owner_email, ...summed(deals, new CurrencyTotal(home.currency)) })),
      other_currencies: total.others,
    }
  }

  /** From the open amount before the span to the one after it, write by write: what is answered adds up to the cent. */
  async changes({ pipeline_id, ...days }: Static<typeof ChangesQuery>): Promise<Static<typeof ChangesAnswer>> {
    const pipeline = await this.#pipelines.knownOrDefault(pipeline_id)
    const span = await spanOf(await calendarOf(this.#records), days, 'month')
    const now = new Date(this.#records.unit.now.getTime() + 1)
    const [from, to] = [span.start ?? new Date(0), span.end && span.end < now ? span.end : now]
    const past = await pastOf(this.#records, from, to)
    const currencies = past.flatMap(({ first, changes }) => [first.currency, ...changes.map(({ after }) => after.currency)])
    const rates = await Rates.of(this.#records, new Set(currencies))
    // All by the rates of the last day, so that none of the change comes from rates of exchange.
    const day = span.to !== null && span.to < span.today ? span.to : span.today
    const book = new Waterfall(pipeline.id, (code) => rates.on(code, day))
    for (const { first, changes, last } of past) {
      if (first.created_at >= from) book.move(null, first)
      else book.open(first)
      for (const { before, after } of changes) book.move(before, after)
      book.close(last)
    }
    return { pipeline_id: pipeline.id, period: shownSpan(span), currency: span.currency, ...book.answer() }
  }
}

/** Adds up what happened to the open amount of a pipeline, write by write. */
class Waterfall {
  readonly #pipeline: string
  /** What one unit of a currency is worth here; null = nothing converts it, so its deals are left out. */
  readonly #rateOf: (currency: string) => number | null
  readonly #changes = new Map(steps.map((step) => [step, { count: 0, amount: zero }]))
  readonly #others = new Set<string>()
  /** Each with how many deals, and the exact amount. */
  #opening = { count: 0, amount: zero }
  #closing = { count: 0, amount: zero }
  #moves = { count: 0, amount: zero }

  constructor(pipeline: string, rateOf: (currency: string) => number | null) {
    this.#pipeline = pipeline
    this.#rateOf = rateOf
  }

  /** A deal as it was at the first moment. */
  open(deal: PastDeal): void {
    if (this.#counts(deal)) this.#opening = { count: this.#opening.count + 1, amount: this.#opening.amount.plus(this.#worth(deal)) }
  }

  /** The same deal as it was at the last one. */
  close(deal: PastDeal): void {
    if (this.#counts(deal)) this.#closing = { count: this.#closing.count + 1, amount: this.#closing.amount.plus(this.#worth(deal)) }
  }

  /** One write; a deal that is new has no before. What changed first counts first: the amount, then the ending. */
  move(before: PastDeal | null, after: PastDeal): void {
    const [was, is] = [before !== null && this.#counts(before), this.#counts(after)]
    if (!was && !is) return
    if (before === null) return this.#add('created', this.#worth(after))
    if (!was) return this.#add(this.#entry(before, after), this.#worth(after))
    const isEnd = !is && this.#rateOf(after.currency) !== null
    const difference = is || isEnd ? this.#worth(after).minus(this.#worth(before)) : zero
    const other = before.currency === after.currency ? (difference.isPositive() ? 'increased' : 'decreased') : 'currency_changed'
    if (!difference.isZero()) this.#add(other, difference)
    if (!is) return this.#add(this.#exit(after), this.#worth(isEnd ? after : before).negated())
    if (before.stage_id !== after.stage_id)
      this.#moves = { count: this.#moves.count + 1, amount: this.#moves.amount.plus(this.#worth(after)) }
  }

  /** All sums, rounded once to four decimals. */
  answer() {
    const changes = Object.fromEntries([...this.#changes].map(([step, each]) => [step, shown(each)])) as Record<Step, Static<typeof Change>>
    return {
      opening: shown(this.#opening),
      changes,
      stage_moves: shown(this.#moves),
      closing: shown(this.#closing),
      other_currencies: [...this.#others].toSorted(),
    }
  }

  /** Whether it is in the open amount: open, in this pipeline, and of a currency that is converted. */
  #counts(deal: PastDeal): boolean {
    if (!isOpen(deal) || deal.pipeline_id !== this.#pipeline) return false
    const rated = this.#rateOf(deal.currency) !== null
    if (!rated) this.#others.add(deal.currency)
    return rated
  }

  #worth({ amount, currency }: PastDeal): typeof zero {
    return new Exact(amount).times(this.#rateOf(currency) ?? 0)
  }

  /** Why a deal that was not counted is counted now. */
  #entry(before: PastDeal, after: PastDeal): Step {
    if (before.deleted_at && !after.deleted_at) return 'restored'
    if (before.status !== 'open') return 'reopened'
    return before.pipeline_id === after.pipeline_id ? 'currency_changed' : 'moved_in'
  }

  /** Why a deal that was counted no longer is. */
  #exit(after: PastDeal): Step {
    if (after.deleted_at) return 'deleted'
    if (after.status !== 'open') return after.status
    return after.pipeline_id === this.#pipeline ? 'currency_changed' : 'moved_out'
  }

  #add(step: Step, amount: typeof zero): void {
    const known = this.#changes.get(step) ?? { count: 0, amount: zero }
    this.#changes.set(step, { count: known.count + 1, amount: known.amount.plus(amount) })
  }
}

const isOpen = ({ status, deleted_at }: PastDeal) => status === 'open' && !deleted_at

const shown = ({ count, amount }: { count: number; amount: typeof zero }) => ({ count, amount: exactSum(amount) })

function sumOn(deals: readonly PastDeal[], pot: CurrencyTotal, rates: Rates, day: string) {
  for (const deal of deals) pot.addDeal({ ...deal, rate: rates.on(deal.currency, day) }, deal.probability ?? 0)
  return {
    count: deals.length,
    amount: pot.value,
    weighted_amount: pot.weightedValue,
  }
}
