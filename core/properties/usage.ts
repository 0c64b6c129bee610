import type { Static } from '@sinclair/typebox'
import { List } from '../lists/entity.ts'
import { Records } from '../storage/records.ts'
import { singular } from './objects.ts'
import type { PropertyRecord } from './schema.ts'

type Shown = Static<typeof PropertyRecord>

/** What names a property in its conditions. */
export class PropertyUsage {
  static readonly inject = [Records] as const
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  /** Dynamic lists of the caller's organisation whose filter names the property, also by way of a related record. */
  async of({ object, name, custom }: Shown): Promise<NonNullable<Shown['usage']>> {
    const rows = await this.#records.db
      .selectFrom(List.table)
      .selectAll()
      .where('type', '=', 'dynamic')
      .where('deleted_at', 'is', null)
      .execute()
    const lists = rows.map((row) => this.#records.codec(List).fromRow(row) as unknown as List)
    const used = lists.filter((each) => names(each.filter, each.object === object ? '' : `${singular(object)}.`, name, custom))
    return used.map((each) => ({ type: 'list', id: each.id, name: each.name }))
  }
}

function names(filter: unknown, prefix: string, name: string, custom: boolean): boolean {
  if (Array.isArray(filter)) return filter.some((each) => names(each, prefix, name, custom))
  if (typeof filter !== 'object' || filter === null) return false
  const { field, ...rest } = filter as { readonly field?: unknown }
  const wanted = custom ? [`${prefix}custom.${name}`, `${prefix}custom_properties.${name}`] : [`${prefix}${name}`]
  return (typeof field === 'string' && wanted.includes(field)) || Object.values(rest).some((each) => names(each, prefix, name, custom))
}
