import type { Change } from '../../kernel/storage/schema/changes.ts'

/** Characters of a text that an event shows; longer ones end in `…`. */
export const TEXT_LIMIT = 1000
/** Characters of a list or an object as JSON that an event shows; of larger ones it shows null. */
export const VALUE_LIMIT = 10_000

/** Values of fields as an event shows them, and the names of those of which it shows less than there is. */
export function shortened(values: Readonly<Record<string, unknown>>): { values: Record<string, unknown>; short: string[] } {
  const short: string[] = []
  const told = Object.entries(values).map(([name, value]) => {
    const shown = shortOf(value)
    if (shown !== value) short.push(name)
    return [name, shown]
  })
  return { values: Object.fromEntries(told), short }
}

function shortOf(value: unknown): unknown {
  if (typeof value === 'string') return value.length > TEXT_LIMIT ? `${cut(value)}…` : value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return JSON.stringify(value).length > VALUE_LIMIT ? null : value
}

// Never in the middle of a character.
function cut(text: string): string {
  const end = TEXT_LIMIT - 1
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end)
}

/** Whether a field says the same as before: when the ids of a record in other systems were read is no change of the record. */
export function isSame(name: string, { before, record }: Change<object>): boolean {
  if (name !== 'external_ids') return false
  return idsIn(before) === idsIn(record)
}

function idsIn(record: { readonly external_ids?: readonly { provider?: string; id?: string; url?: string }[] }): string {
  return JSON.stringify((record.external_ids ?? []).map(({ provider, id, url }) => [provider, id, url ?? null]))
}
