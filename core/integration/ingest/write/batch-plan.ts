import type { Row } from '../../../kernel/storage/codec.ts'
import type { RecordReading } from '../passes.ts'
import { newArrivals } from '../arrivals/arrival.ts'
import { absorb } from './absorb.ts'
import { linkLines } from '../../../commerce/products/lines.ts'
import { awaitContacts, linkDeals } from '../arrivals/awaited-contacts.ts'
import { linkContacts } from '../arrivals/awaited-companies.ts'
import type { RecordChange } from './changed.ts'
import type { BatchContext } from '../match/context.ts'
import { fitProperties } from './properties.ts'
import { fitSecondaryKeys, linkSecondaryKeys } from './secondary-keys.ts'
import { entriesOf } from '../match/entries.ts'
import { Outcomes } from '../match/outcome.ts'
import { ReferencedCompanies } from './referenced-companies.ts'
import { ObjectPlan } from './object-plan.ts'
import { showCompanies } from './shown-companies.ts'
import type { ObjectWriter } from './object-writer.ts'
import { objectWriters } from './object-writers.ts'
import type { Target } from '../match/target.ts'

/** What a batch makes of the store: decided without writing anything, written as sets. */
export class BatchPlan {
  readonly outcomes = new Outcomes()
  readonly #context: BatchContext
  readonly #parties: ReferencedCompanies
  #plans: readonly ObjectPlan[] = []

  constructor(context: BatchContext) {
    this.#context = context
    this.#parties = new ReferencedCompanies(context)
  }

  async decide(readings: readonly RecordReading[]): Promise<void> {
    const { outcomes } = this
    const parts = []
    for (const [object, group] of Map.groupBy(readings, ({ object }) => object)) {
      const known = objectWriters[object] as ObjectWriter
      const { records, provider } = this.#context
      const writer = (await known.bind?.({ records, provider, readings: group, references: (of) => this.#context.references(of) })) ?? known
      parts.push({ plan: new ObjectPlan(writer, this.#context, outcomes), writer, group })
    }
    const news = []
    for (const { plan, writer, group } of parts)
      news.push({ plan, writer, entries: await plan.withoutUnchanged(entriesOf(writer, group, this.#context.source, outcomes)) })
    await this.#parties.link(news.flatMap(({ writer, entries }) => entries.map((entry) => ({ entry, writer }))))
    for (const { plan, entries } of news) await plan.decide(entries)
    this.#plans = news.map(({ plan }) => plan)
    for (const { writer, targets } of this.#plans) {
      await fitProperties(this.#context.records, writer, targets, this.outcomes)
      await fitSecondaryKeys(this.#context, writer, targets, this.outcomes)
    }
    for (const { targets } of this.#plans) this.#parties.use(targets)
  }

  /** Records made on the way, by object. */
  get alsoCreated(): Record<string, number> {
    const companies = this.#parties.made.length
    return companies > 0 ? { companies } : {}
  }

  /** What the batch does to each record that it makes or changes. */
  get changes(): RecordChange[] {
    return [this.#parties.plan, ...this.#plans].flatMap((plan) => plan.changes)
  }

  async write(): Promise<void> {
    const { records, entities, provider } = this.#context
    const contacts = this.#plans.filter(({ writer }) => writer.object === 'contacts').flatMap(({ targets }) => targets.map(({ id }) => id))
    await this.#parties.write(contacts)
    for (const plan of this.#plans) {
      // Before the companies are written: a domain is of one live company only.
      if (plan.writer.object === 'companies') await absorb(this.#context, plan.targets)
      await plan.write()
      await linkSecondaryKeys(this.#context, plan.writer, plan.targets)
      if (plan.writer.object === 'products') await linkLines(records, entities, newSkus(plan.targets))
      if (plan.writer.object === 'companies') {
        await linkContacts(records, newArrivals(plan.targets, provider))
        await showCompanies(records, plan.targets, contacts)
      }
      if (plan.writer.object === 'contacts') {
        await this.#parties.await(plan.targets)
        await linkDeals(records, newArrivals(plan.targets, provider, 'primary_email'))
      }
      if (plan.writer.object === 'deals') await awaitContacts(this.#context, plan.targets)
    }
  }
}

function newSkus(products: readonly Target[]): Row[] {
  return products
    .filter(({ used, changed, before, record }) => used && changed && before?.['sku'] !== record['sku'])
    .map(({ record }) => record)
}
