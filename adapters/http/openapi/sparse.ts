import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { type AnyOperation, writes } from 'rapport-crm'
import type { Records } from './records.ts'

/**
 * The answer schema that clients can rely on: if `fields` can leave fields out, only the id of a record is certain. Such a record becomes the
 * component `PartialContact` beside `Contact`, which is added to `names`. Lists that show less of a record refer to it, too, and say what they lack.
 */
export function partialAnswers({ names, recordOf }: Records): (operation: AnyOperation) => TSchema {
  const made = new Map<TSchema, TSchema>()
  const some = (record: TSchema): TSchema => {
    const known = made.get(record)
    if (known) return known
    const description = [record.description, 'All fields, or `fields`'].filter(Boolean).join('. ')
    const partial = Type.Unsafe({ ...record, required: ['id'], description })
    made.set(record, partial)
    const name = names.get(record)
    if (name !== undefined) names.set(partial, `Partial${name}`)
    return partial
  }
  const listed = (list: TSchema): TSchema => {
    const items = list['items'] as TObject
    const record = recordOf(items) ?? items
    const missing = Object.keys(record.properties).filter((name) => !Object.hasOwn(items.properties, name))
    const without = missing.length > 0 && `without ${missing.map((name) => `\`${name}\``).join(', ')}`
    const description = [list.description, without].filter(Boolean).join(', ')
    return Type.Unsafe({ ...list, items: some(record), ...(description !== '' && { description }) })
  }
  return (operation) => {
    const { input, output } = operation
    if (!Object.hasOwn(input.properties, 'fields') || writes(operation)) return output
    const { properties } = output as TObject
    if (Object.hasOwn(properties, 'id')) return some(output)
    const page = Object.entries(properties).find(([, { type }]) => type === 'array')
    if (!page) return output
    const [name, list] = page
    return Type.Unsafe({ ...output, properties: { ...properties, [name]: listed(list) } })
  }
}
