import { inParts } from '../../../kernel/storage/writing/chunks.ts'
import { mapInTurns, Turns } from '../../../kernel/values/turns.ts'
import { excerpt } from '../read/mask.ts'
import type { BatchContext } from '../match/context.ts'
import type { Outcomes } from '../match/outcome.ts'
import type { SecondaryKeys, ObjectWriter } from './object-writer.ts'
import type { Target } from '../match/target.ts'

/** Leaves out further addresses and domains that other records have: each finds one record only. */
export async function fitSecondaryKeys(
  context: BatchContext,
  { further, entity, object }: ObjectWriter,
  targets: readonly Target[],
  outcomes: Outcomes,
): Promise<void> {
  if (!further) return
  const given = await changedOf(targets, further)
  if (given.length === 0) return
  const { records } = context
  const values = new Set(given.flatMap(({ record }) => further.of(record)))
  const live = records.db.selectFrom(entity.table).select(['id', further.key]).where('deleted_at', 'is', null)
  const rows = await inParts(values, (part) => live.where(records.anyOf(entity, further.key, part)).execute())
  const holders = new Map([
    ...(await context.references(object).findMany(further.provider, values)),
    ...rows.map(({ id, [further.key]: value }) => [String(value), String(id)] as const),
    ...targets.map(({ record, id }) => [String(record[further.key]), id] as const),
  ])
  const turns = new Turns()
  for (const target of given) {
    if (turns.areOver()) await turns.next()
    const field = target.record[further.field]
    const listed: readonly unknown[] = Array.isArray(field) ? field : []
    const isTaken = (item: unknown) =>
      further.of({ [further.field]: [item] }).some((value) => (holders.get(value) ?? target.id) !== target.id)
    const kept = listed.filter((item) => !isTaken(item))
    if (kept.length < listed.length) {
      const lost = further.of({ [further.field]: listed.filter(isTaken) })
      const warnings = lost.map((value) => `${further.field}: ${excerpt(value, further.field)} belongs to another record and was left out`)
      target.record = { ...target.record, [further.field]: kept }
      for (const index of target.entries.flatMap(({ indexes }) => indexes)) outcomes.warn(index, warnings)
    }
    for (const value of further.of(target.record)) holders.set(value, target.id)
  }
}

/** Lets the further addresses and domains of written records find them. */
export async function linkSecondaryKeys(
  context: BatchContext,
  { further, object }: ObjectWriter,
  targets: readonly Target[],
): Promise<void> {
  if (!further) return
  const references = context.references(object)
  const written = (await changedOf(targets, further)).filter(({ used }) => used)
  const made = written.filter(({ before }) => before === null)
  const { provider } = further
  const links = made.flatMap(({ id, record }) => further.of(record).map((external_id) => ({ record_id: id, provider, external_id })))
  await references.linkMany(links.toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1)))
  for (const { id, before, record } of written) if (before !== null) await references.replace({ id }, provider, further.of(record))
}

async function changedOf(targets: readonly Target[], keys: SecondaryKeys): Promise<Target[]> {
  return (await mapInTurns(targets, (target) => (isChanged(target, keys) ? [target] : []))).flat()
}

function isChanged({ changed, before, record }: Target, { of }: SecondaryKeys): boolean {
  return changed && keyed(of, record) !== keyed(of, before ?? {})
}

function keyed(of: SecondaryKeys['of'], record: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([...new Set(of(record))])
}
