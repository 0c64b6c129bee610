import { linkLines } from '../../../commerce/products/lines.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import { newArrivals } from '../arrivals/arrival.ts'
import { linkContacts } from '../arrivals/awaited-companies.ts'
import { awaitContacts, linkDeals } from '../arrivals/awaited-contacts.ts'
import type { IngestObject } from '../objects.ts'
import type { Target } from '../match/target.ts'
import { absorb } from './absorb.ts'
import { companyTargets } from './companies.ts'
import type { BatchPlan } from './batch-plan.ts'
import type { ObjectPlan } from './object-plan.ts'
import { linkSecondaryKeys } from './secondary-keys.ts'
import { showCompanies } from './shown-companies.ts'

/** One step of writing the records of one object. */
export type WritingPass = (batch: BatchPlan, plan: ObjectPlan) => Promise<void>

/** Writes the companies that the records name. */
export async function writeCompanies(batch: BatchPlan): Promise<void> {
  await batch.companies.write(contactIds(batch))
}

/** Deletes the placeholders of companies that are known by now: a domain belongs to one live company only. */
export async function absorbPlaceholders({ context }: BatchPlan, { targets }: ObjectPlan): Promise<void> {
  await absorb(context, targets)
}

/** Writes the records of one object with their lines, external ids and events. */
export async function writeRecords(_batch: BatchPlan, plan: ObjectPlan): Promise<void> {
  await plan.write()
}

/** Lets further addresses and domains find the records. */
export async function linkKeys({ context }: BatchPlan, { writer, targets }: ObjectPlan): Promise<void> {
  await linkSecondaryKeys(context, writer, targets)
}

// What other records take from written ones, by the object of these.
const followers: Readonly<Partial<Record<IngestObject, WritingPass>>> = {
  products: linkProducts,
  companies: followCompanies,
  contacts: followContacts,
  deals: followDeals,
}

/** Lets the records that refer to the written ones follow them. */
export async function followRecords(batch: BatchPlan, plan: ObjectPlan): Promise<void> {
  await followers[plan.writer.object]?.(batch, plan)
  const written = plan.targets.filter(({ used, changed, before }) => used && (changed || before === null))
  await plan.writer.follow?.(batch.context, written)
}

/** Links lines of documents to the products that have come with their SKU. */
async function linkProducts({ context }: BatchPlan, { targets }: ObjectPlan): Promise<void> {
  await linkLines(context.records, context.entities, newSkus(targets))
}

/** Links the contacts that waited for these companies, and shows on contacts what has changed of their company. */
async function followCompanies(batch: BatchPlan, { targets }: ObjectPlan): Promise<void> {
  const { records, provider } = batch.context
  const companies = companyTargets(targets)
  await linkContacts(records, newArrivals(companies, provider))
  await showCompanies(records, companies, contactIds(batch))
}

/** Notes which contacts wait for a company, and links the deals that waited for these contacts. */
async function followContacts({ context, companies }: BatchPlan, { targets }: ObjectPlan): Promise<void> {
  await companies.await(targets)
  await linkDeals(context.records, newArrivals(targets, context.provider, 'primary_email'))
}

/** Notes which deals wait for a contact. */
async function followDeals({ context }: BatchPlan, { targets }: ObjectPlan): Promise<void> {
  await awaitContacts(context, targets)
}

const contactIds = ({ objects }: BatchPlan): string[] =>
  objects.flatMap(({ plan: { writer, targets } }) => (writer.object === 'contacts' ? targets.map(({ id }) => id) : []))

function newSkus(products: readonly Target[]): Row[] {
  return products.filter(({ used, changed, before, record }) => used && changed && before?.sku !== record.sku).map(({ record }) => record)
}
