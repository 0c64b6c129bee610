import type { BatchContext } from '../match/context.ts'
import type { Entry } from '../match/entry.ts'
import { Outcomes } from '../match/outcome.ts'
import type { RecordReading } from '../normalize/reading.ts'
import type { RecordChange } from './changed.ts'
import type { ObjectPlan } from './object-plan.ts'
import { ReferencedCompanies } from './referenced-companies.ts'

/** What a batch makes of the store: the deciding passes fill it in, the writing passes carry it out. */
export class BatchPlan {
  readonly context: BatchContext
  readonly readings: readonly RecordReading[]
  readonly outcomes = new Outcomes()
  /** The companies that its records name. */
  readonly companies: ReferencedCompanies
  /** By object: a batch of invoices may hold credit notes. */
  objects: readonly ObjectPart[] = []

  constructor(context: BatchContext, readings: readonly RecordReading[]) {
    this.context = context
    this.readings = readings
    this.companies = new ReferencedCompanies(context)
  }

  /** How many records were created for others, by object. */
  get alsoCreated(): Record<string, number> {
    const companies = this.companies.made.length
    return companies > 0 ? { companies } : {}
  }

  /** What the batch does to each record that it creates or changes. */
  get changes(): RecordChange[] {
    return [this.companies.plan, ...this.objects.map(({ plan }) => plan)].flatMap((plan) => plan.changes)
  }
}

/** The records of one object in a batch. */
export interface ObjectPart {
  readonly plan: ObjectPlan
  /** Those of which something is to be decided. */
  entries: readonly Entry[]
}
