import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { itemsOf, type Names, namingFields, namingLists, rowsWithListed } from '../record-type/named-in.ts'
import { updateWithDeleted } from '../record-type/update-with-deleted.ts'
import type { Snapshot } from './entity.ts'

/** What changes in a record besides the id of the one that it names. */
type Along = (entity: EntityTable, record: Row, named: unknown) => Row

/** Makes every record that names one of these ids name the survivor; answers what stood there before. */
export async function repoint(
  records: Records,
  entities: readonly EntityTable[],
  names: Names,
  ids: readonly string[],
  survivor: string,
  along: Along,
): Promise<Snapshot['repointed']> {
  const repointed: { table: string; field: string; id: string; from: unknown }[] = []
  for (const entity of entities) {
    for (const field of namingFields(entity, names)) {
      const rows = await free(records, entity, field, await rowsOf(records, entity, field, ids), survivor)
      // A company is not its own parent.
      await updateWithDeleted(
        records,
        entity,
        rows.map((before) => ({
          before,
          changes: { [field]: before.id === survivor ? null : survivor, ...along(entity, before, before[field]) },
        })),
      )
      repointed.push(...rows.map((row) => ({ table: entity.table, field, id: String(row.id), from: row[field] })))
    }
    for (const { field, key } of namingLists(entity, names)) {
      const found = await rowsWithListed(records, entity, field, ids).execute()
      const rows = found.map((row) => records.codec(entity).fromRow(row))
      await updateWithDeleted(
        records,
        entity,
        rows.map((before) => ({ before, changes: { [field]: replaced(before[field], key, ids, survivor) } })),
      )
      repointed.push(...rows.map((row) => ({ table: entity.table, field, id: String(row.id), from: row[field] })))
    }
  }
  return repointed
}

/** Gives the survivor the parts of another record, such as its lines: all of a table, where it has none there itself. */
export async function moveParts(
  records: Records,
  entities: readonly EntityTable[],
  { of, from, to }: { readonly of: EntityTable; readonly from: string; readonly to: string },
): Promise<Snapshot['repointed']> {
  const moved: { table: string; field: string; id: string; from: unknown }[] = []
  for (const entity of entities) {
    const { ownership } = entity
    if (!ownership || !('part' in ownership) || ownership.of !== of.table) continue
    const field = ownership.part
    const rows = await rowsOf(records, entity, field, [from, to])
    if (rows.some((row) => row[field] === to)) continue
    await updateWithDeleted(
      records,
      entity,
      rows.map((before) => ({ before, changes: { [field]: to } })),
    )
    moved.push(...rows.map((row) => ({ table: entity.table, field, id: String(row.id), from: row[field] })))
  }
  return moved
}

// Where a table has one row for each of these records, that of the survivor counts, and those of the others stay where they are.
async function free(records: Records, entity: EntityTable, field: string, rows: readonly Row[], survivor: string): Promise<readonly Row[]> {
  const keys = (entity.uniques ?? []).filter((unique) => unique.includes(field)).map((unique) => unique.filter((name) => name !== field))
  if (keys.length === 0 || rows.length === 0) return rows
  const own = await rowsOf(records, entity, field, [survivor])
  const taken = keys.map((names) => new Set(own.map((row) => keyOf(row, names))))
  return rows.filter((row) => {
    if (keys.some((names, at) => taken[at]?.has(keyOf(row, names)))) return false
    for (const [at, names] of keys.entries()) taken[at]?.add(keyOf(row, names))
    return true
  })
}

const keyOf = (row: Row, names: readonly string[]) => JSON.stringify(names.map((name) => row[name]))

/** Puts back what was re-pointed and still is. */
export async function pointBack(
  records: Records,
  entities: readonly EntityTable[],
  repointed: Snapshot['repointed'],
  survivor: string,
  along: Along,
): Promise<void> {
  for (const entity of entities) {
    const mine = repointed.filter(({ table }) => table === entity.table)
    if (mine.length === 0) continue
    const found = await rowsOf(records, entity, 'id', new Set(mine.map(({ id }) => id)))
    const rows = new Map(found.map((row) => [String(row.id), row]))
    const changes = new Map<string, Row>()
    for (const { field, id, from } of mine) {
      const before = rows.get(id)
      const untouched =
        before &&
        (Array.isArray(from) ? JSON.stringify(before[field]).includes(survivor) : before[field] === survivor || before[field] === null)
      if (untouched) changes.set(id, { ...changes.get(id), [field]: from, ...along(entity, before, from) })
    }
    await updateWithDeleted(
      records,
      entity,
      found.flatMap((before) => {
        const each = changes.get(String(before.id))
        return each ? [{ before, changes: each }] : []
      }),
    )
  }
}

function replaced(list: unknown, key: string, ids: readonly string[], survivor: string): unknown {
  const listed = itemsOf(list)
  if (!listed) return list
  const items = listed.map((each) => (ids.includes(String(each[key])) ? { ...each, [key]: survivor } : each))
  const first = new Map<unknown, Row>()
  for (const each of items) {
    const known = first.get(each[key])
    first.set(each[key], known ? { ...known, primary: known.primary === true || each.primary === true } : each)
  }
  return [...first.values()]
}

// Deleted ones, too: who restores one finds it where it belongs by then.
async function rowsOf(records: Records, entity: EntityTable, column: string, values: Iterable<string>): Promise<Row[]> {
  const found = records.db
    .selectFrom(entity.table)
    .selectAll()
    .where(records.anyOf(entity, column, values))
    .orderBy('id')
  const rows = await (records.dialect === 'postgresql' ? found.forUpdate() : found).execute()
  return rows.map((row) => records.codec(entity).fromRow(row))
}
