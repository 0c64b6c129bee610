import assert from 'node:assert/strict'
import type { Vocabulary } from 'rapport-crm'
import { lineFields } from '../../../core/integration/ingest/fields.ts'
import { ingestObjects, isDocument, objectFields } from '../../../core/integration/ingest/objects.ts'

type Aliases = Readonly<Record<string, string | null>>

/** Each alias means a field that one of its objects has. */
export function keepsToFields({ aliases, lines }: Vocabulary): void {
  for (const [object, words] of Object.entries(aliases)) {
    const known = ingestObjects.filter((each) => each === object || object === 'all' || (object === 'documents' && isDocument(each)))
    assert.ok(known.length > 0, `there are no ${object}: aliases are of ${ingestObjects.join(', ')}, documents or all`)
    for (const field of fieldsOf(words))
      assert.ok(
        known.some((each) => Object.hasOwn(objectFields[each], field)),
        `${object} have no field ${field}`,
      )
  }
  for (const field of fieldsOf(lines?.aliases)) assert.ok(Object.hasOwn(lineFields, field), `lines have no field ${field}`)
}

/** Case does not matter in keys, so that two that differ only by it may not mean different fields. */
export function keepsToOneMeaning({ aliases, lines }: Vocabulary): void {
  for (const words of [...Object.values(aliases), lines?.aliases ?? {}])
    for (const [key, same] of Map.groupBy(Object.entries(words), ([name]) => name.toLowerCase()))
      assert.ok(new Set(same.map(([, field]) => field)).size === 1, `${key} means ${same.map(([, field]) => field).join(' and ')}`)
}

/** Whether the vocabulary says of this column that nobody needs it: by its key, its path, or a part of its path with all below. */
export function isIgnored({ aliases, lines }: Vocabulary, column: string): boolean {
  const ignored = [...Object.values(aliases), lines?.aliases ?? {}].flatMap((words) =>
    Object.entries(words).flatMap(([key, field]) => (field === null ? [key.toLowerCase()] : [])),
  )
  const parts = column.toLowerCase().replaceAll('[]', '').split('.')
  return parts.some((_, at) => {
    const [from, to] = [parts.slice(at).join('.'), parts.slice(0, at + 1).join('.')]
    return ignored.includes(from) || ignored.includes(`${to}.*`)
  })
}

const fieldsOf = (aliases: Aliases = {}): readonly string[] => Object.values(aliases).flatMap((target) => target?.split('|') ?? [])
