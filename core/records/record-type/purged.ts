import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { itemsOf, type Names, namesOf, namingFields, namingLists, rowsWithListed } from './named-in.ts'
import type { RecordTypeDeclaration } from './record-type.ts'
import { updateWithDeleted } from './update-with-deleted.ts'

/** Records that are written at once. */
const PAGE = 500

/** A record that is gone for good, and under which names others keep its id. */
interface Purged extends Names {
  readonly id: string
  /** By table, the values of a record that has copied those of the one that is gone. */
  readonly copied: ReadonlyMap<string, Row>
}

/** Under which names other records keep the id of a record of this type: `deal_id`, and those of its declaration. */
export function purgedNames(type: Pick<RecordTypeDeclaration, 'merge'> | undefined, singular: string): Names {
  const { fields, list } = namesOf(type ?? {})
  return { fields: new Set([...fields, `${singular.replaceAll(' ', '_')}_id`]), list }
}

/**
 * Takes the id of a record that is gone for good out of all records that name it, seen by the caller or not, deleted or not, with their
 * events. A field that must have a value keeps it: its row is about the record, and goes with an erasure.
 */
export async function forgetPurged({ whole: records }: Records, entities: readonly EntityTable[], purged: Purged): Promise<void> {
  const { id, copied } = purged
  const turns = new Turns(1)
  for (const entity of entities) {
    for (const field of namingFields(entity, purged)) {
      if (!entity.fields[field]?.optional) continue
      const changes = { [field]: null, ...copied.get(entity.table) }
      const page = () =>
        records.db
          .selectFrom(entity.table)
          .selectAll()
          .where(records.anyOf(entity, field, [id]))
      await change(records, entity, { page, changesOf: () => changes, turns })
    }
    for (const { field, key } of namingLists(entity, purged)) {
      const page = () => rowsWithListed(records, entity, field, [id])
      const changesOf = (row: Row) => ({ [field]: itemsOf(row[field])?.filter((each) => each[key] !== id) ?? row[field] })
      await change(records, entity, { page, changesOf, turns })
    }
  }
}

interface Rows {
  page(): ReturnType<typeof rowsWithListed>
  changesOf(row: Row): Row
  readonly turns: Turns
}

// Behind the delete, which waits for all who were just naming the record: they are found here.
async function change(records: Records, entity: EntityTable, { page, changesOf, turns }: Rows): Promise<void> {
  for (let after: string | undefined; ;) {
    const all = page().orderBy('id').limit(PAGE)
    const behind = after === undefined ? all : all.where('id', '>', after)
    const found = await (records.dialect === 'postgresql' ? behind.forUpdate() : behind).execute()
    const rows = found.map((row) => records.codec(entity).fromRow(row))
    await updateWithDeleted(
      records,
      entity,
      rows.map((before) => ({ before, changes: changesOf(before) })),
    )
    after = String(found.at(-1)?.['id'])
    if (found.length < PAGE) return
    if (turns.areOver()) await turns.next()
  }
}
