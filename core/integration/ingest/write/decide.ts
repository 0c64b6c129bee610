import { OWN_ID } from '../match/candidates.ts'
import type { IngestObject } from '../objects.ts'
import { eachInTurns } from '../../../kernel/values/turns.ts'
import type { Entry } from '../match/entry.ts'
import type { RecordReading } from '../normalize/reading.ts'
import type { BatchPlan } from './batch-plan.ts'
import { entriesOf } from './entries.ts'
import { ObjectPlan } from './object-plan.ts'
import type { ObjectWriter } from './object-writer.ts'
import { objectWriters } from './object-writers.ts'
import { fitOwners } from './owners.ts'
import { fitProperties } from './properties.ts'
import { fitSecondaryKeys } from './secondary-keys.ts'

/** Drafts each record as it is to be stored, and puts the drafts of one key together. */
export async function draftRecords(batch: BatchPlan): Promise<void> {
  const { context, outcomes, readings } = batch
  const parts = []
  for (const [object, group] of Map.groupBy(readings, ({ object }) => object)) {
    const writer = await boundWriter(objectWriters[object], batch, group)
    parts.push({ plan: new ObjectPlan(writer, context, outcomes), group })
  }
  const objects = []
  for (const { plan, group } of parts) objects.push({ plan, entries: await entriesOf(plan.writer, group, context.source, outcomes) })
  batch.objects = objects
}

/** Drops the records that the source has sent before with the same values. */
export async function dropUnchanged({ objects }: BatchPlan): Promise<void> {
  for (const part of objects) part.entries = await part.plan.withoutUnchanged(part.entries)
}

/** Finds or creates the companies that the records name. */
export async function linkCompanies({ companies, objects }: BatchPlan): Promise<void> {
  const linked: { entry: Entry; writer: ObjectWriter }[] = []
  for (const { plan, entries } of objects) await eachInTurns(entries, (entry) => linked.push({ entry, writer: plan.writer }))
  await companies.link(linked)
}

/** Matches each record with a stored one, and decides what it changes there. */
export async function matchRecords({ objects }: BatchPlan): Promise<void> {
  for (const { plan, entries } of objects) await plan.decide(entries)
}

/** Leaves out custom values that their property cannot hold and keys that other records have, and rejects what lacks a required value. */
export async function fitValues({ context, outcomes, objects }: BatchPlan): Promise<void> {
  for (const { plan } of objects) {
    await fitOwners(context, plan.writer, plan.targets, outcomes)
    await fitProperties(context, plan.writer, plan.targets, outcomes)
    plan.targets = plan.targets.filter(({ used }) => used)
    await fitSecondaryKeys(context, plan.writer, plan.targets, outcomes)
  }
}

/** Keeps the companies of records that are written, and no others. */
export async function keepUsedCompanies({ companies, objects }: BatchPlan): Promise<void> {
  for (const { plan } of objects) await companies.use(plan.targets)
}

async function boundWriter(writer: ObjectWriter, { context }: BatchPlan, readings: readonly RecordReading[]): Promise<ObjectWriter> {
  const { records, provider } = context
  const exported = async (object: IngestObject, ids: ReadonlySet<string>) => {
    const own = [...ids].filter((id) => OWN_ID.test(id))
    const rows = await records.findBy(objectWriters[object].entity, 'id', own)
    const sent = await context.references(object).findMany(provider, [...ids])
    return new Map([...sent, ...rows.map(({ id }) => [id, id] as const)])
  }
  return (await writer.bind?.({ records, provider, readings, references: (of) => context.references(of), exported })) ?? writer
}
