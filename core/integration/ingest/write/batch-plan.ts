import type { Row } from '../../../kernel/storage/codec.ts'
import type { RecordReading } from '../passes.ts'
import { comeNow } from '../arrivals/arrival.ts'
import { absorb } from './absorb.ts'
import { linkLines } from '../../../commerce/products/lines.ts'
import { awaitContacts, linkDeals } from '../arrivals/awaited-contacts.ts'
import { linkContacts } from '../arrivals/awaited-companies.ts'
import type { Changed } from './changed.ts'
import type { BatchContext } from '../match/context.ts'
import { fitCustom } from './properties.ts'
import { fitFurther, linkFurther } from './further-keys.ts'
import { entriesOf } from '../match/entries.ts'
import { Outcomes } from '../match/outcome.ts'
import { Parties } from './parties.ts'
import { ObjectPlan } from './object-plan.ts'
import { showCompanies } from './shown-companies.ts'
import type { Sink } from './object-writer.ts'
import { sinks } from './object-writers.ts'
import type { Target } from '../match/target.ts'

/** What a batch makes of the store: decided without writing anything, written as sets. */
export class BatchPlan {
  readonly outcomes = new Outcomes()
  readonly #context: BatchContext
  readonly #parties: Parties
  #plans: readonly ObjectPlan[] = []

  constructor(context: BatchContext) {
    this.#context = context
    this.#parties = new Parties(context)
  }

  async decide(readings: readonly RecordReading[]): Promise<void> {
    const { outcomes } = this
    const parts = []
    for (const [object, group] of Map.groupBy(readings, ({ object }) => object)) {
      const known = sinks[object] as Sink
      const { records, provider } = this.#context
      const sink = (await known.bind?.({ records, provider, readings: group, references: (of) => this.#context.references(of) })) ?? known
      parts.push({ plan: new ObjectPlan(sink, this.#context, outcomes), sink, group })
    }
    const news = []
    for (const { plan, sink, group } of parts)
      news.push({ plan, sink, entries: await plan.news(entriesOf(sink, group, this.#context.source, outcomes)) })
    await this.#parties.link(news.flatMap(({ sink, entries }) => entries.map((entry) => ({ entry, sink }))))
    for (const { plan, entries } of news) await plan.decide(entries)
    this.#plans = news.map(({ plan }) => plan)
    for (const { sink, targets } of this.#plans) {
      await fitCustom(this.#context.records, sink, targets, this.outcomes)
      await fitFurther(this.#context, sink, targets, this.outcomes)
    }
    for (const { targets } of this.#plans) this.#parties.use(targets)
  }

  /** Records made on the way, by object. */
  get alsoMade(): Record<string, number> {
    const companies = this.#parties.made.length
    return companies > 0 ? { companies } : {}
  }

  /** What the batch does to each record that it makes or changes. */
  get changes(): Changed[] {
    return [this.#parties.plan, ...this.#plans].flatMap((plan) => plan.changes)
  }

  async write(): Promise<void> {
    const { records, entities, provider } = this.#context
    const contacts = this.#plans.filter(({ sink }) => sink.object === 'contacts').flatMap(({ targets }) => targets.map(({ id }) => id))
    await this.#parties.write(contacts)
    for (const plan of this.#plans) {
      // Before the companies are written: a domain is of one live company only.
      if (plan.sink.object === 'companies') await absorb(this.#context, plan.targets)
      await plan.write()
      await linkFurther(this.#context, plan.sink, plan.targets)
      if (plan.sink.object === 'products') await linkLines(records, entities, newSkus(plan.targets))
      if (plan.sink.object === 'companies') {
        await linkContacts(records, comeNow(plan.targets, provider))
        await showCompanies(records, plan.targets, contacts)
      }
      if (plan.sink.object === 'contacts') {
        await this.#parties.await(plan.targets)
        await linkDeals(records, comeNow(plan.targets, provider, 'primary_email'))
      }
      if (plan.sink.object === 'deals') await awaitContacts(this.#context, plan.targets)
    }
  }
}

function newSkus(products: readonly Target[]): Row[] {
  return products
    .filter(({ used, changed, before, record }) => used && changed && before?.['sku'] !== record['sku'])
    .map(({ record }) => record)
}
