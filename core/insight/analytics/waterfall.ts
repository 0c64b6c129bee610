import { rounded } from '../../kernel/money/currency-total.ts'
import { Exact, zero } from '../../kernel/money/tally.ts'
import { mapValues, objectOf } from '../../kernel/values/objects.ts'
import type { PastDeal } from './deal-states.ts'
import { type Step, steps } from './pipeline-schema.ts'

/** Adds up how the open amount of a pipeline changed, write by write. */
export class Waterfall {
  readonly #pipeline: string
  /** The rate of a currency; null where it is unknown, so that its deals are left out. */
  readonly #rateOf: (currency: string) => number | null
  readonly #changes = objectOf(steps, () => ({ count: 0, amount: zero }))
  readonly #others = new Set<string>()
  // Numbers of deals, and exact amounts.
  #opening = { count: 0, amount: zero }
  #closing = { count: 0, amount: zero }
  #moves = { count: 0, amount: zero }

  constructor(pipeline: string, rateOf: (currency: string) => number | null) {
    this.#pipeline = pipeline
    this.#rateOf = rateOf
  }

  /** A deal as it was at the first moment. */
  open(deal: PastDeal): void {
    if (this.#counts(deal)) this.#opening = { count: this.#opening.count + 1, amount: this.#opening.amount.plus(this.#value(deal)) }
  }

  /** The same deal as it was at the last one. */
  close(deal: PastDeal): void {
    if (this.#counts(deal)) this.#closing = { count: this.#closing.count + 1, amount: this.#closing.amount.plus(this.#value(deal)) }
  }

  /** One write; a new deal has no `before`. A change of the amount counts before the end of the deal. */
  move(before: PastDeal | null, after: PastDeal): void {
    const [was, is] = [before !== null && this.#counts(before), this.#counts(after)]
    if (!was && !is) return
    if (before === null) return this.#add('created', this.#value(after))
    if (!was) return this.#add(this.#entry(before, after), this.#value(after))
    const isEnd = !is && this.#rateOf(after.currency) !== null
    const difference = is || isEnd ? this.#value(after).minus(this.#value(before)) : zero
    const other = before.currency === after.currency ? (difference.isPositive() ? 'increased' : 'decreased') : 'currency_changed'
    if (!difference.isZero()) this.#add(other, difference)
    if (!is) return this.#add(this.#exit(after), this.#value(isEnd ? after : before).negated())
    if (before.stage_id !== after.stage_id)
      this.#moves = { count: this.#moves.count + 1, amount: this.#moves.amount.plus(this.#value(after)) }
  }

  /** All sums in this currency, each rounded once to its decimals. */
  answer(currency: string) {
    const shown = ({ count, amount }: { readonly count: number; readonly amount: typeof zero }) => ({
      count,
      amount: rounded(amount, currency),
    })
    return {
      opening: shown(this.#opening),
      changes: mapValues(this.#changes, shown),
      stage_moves: shown(this.#moves),
      closing: shown(this.#closing),
      other_currencies: [...this.#others].toSorted(),
    }
  }

  /** Whether a deal counts in the open amount: it is open, in this pipeline, and its currency has a rate. */
  #counts(deal: PastDeal): boolean {
    if (!isOpen(deal) || deal.pipeline_id !== this.#pipeline) return false
    const rated = this.#rateOf(deal.currency) !== null
    if (!rated) this.#others.add(deal.currency)
    return rated
  }

  #value({ amount, currency }: PastDeal): typeof zero {
    return new Exact(amount).times(this.#rateOf(currency) ?? 0)
  }

  /** Why a deal counts that did not count before. */
  #entry(before: PastDeal, after: PastDeal): Step {
    if (before.deleted_at && !after.deleted_at) return 'restored'
    if (before.status !== 'open') return 'reopened'
    return before.pipeline_id === after.pipeline_id ? 'currency_changed' : 'moved_in'
  }

  /** Why a deal counts no longer. */
  #exit(after: PastDeal): Step {
    if (after.deleted_at) return 'deleted'
    if (after.status !== 'open') return after.status
    return after.pipeline_id === this.#pipeline ? 'currency_changed' : 'moved_out'
  }

  #add(step: Step, amount: typeof zero): void {
    const known = this.#changes[step]
    this.#changes[step] = { count: known.count + 1, amount: known.amount.plus(amount) }
  }
}

/** Whether a deal was open, and not deleted, at its moment. */
export const isOpen = ({ status, deleted_at }: PastDeal): boolean => status === 'open' && !deleted_at
