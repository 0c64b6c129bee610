import type { Row } from '../schema/codec.ts'
import type { Records } from './records.ts'
import { definitionsName, definitionsOf } from '../custom/keeper.ts'
import { Property } from '../custom/property.ts'

/** The live definitions of the custom properties of one object, by its table; read once in a unit of work. */
export function propertiesOf(records: Records, object: string): Promise<readonly Property[]> {
  return definitionsOf(records.unit, object, async () => {
    await records.locks.share(definitionsName(object))
    const query = records.db.selectFrom(Property.table).selectAll().where('object', '=', object).where('deleted_at', 'is', null)
    const rows: readonly Row[] = await query.orderBy('created_at').orderBy('id').execute()
    return rows.map((row) => records.codec(Property).fromRow(row))
  })
}
