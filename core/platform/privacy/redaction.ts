import type { Row } from '../../kernel/storage/codec.ts'
import { faultsOf } from '../../kernel/operation/validate.ts'
import type { Field } from '../../kernel/operation/fields.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Person } from './person.ts'

const ERASED = '[erased]'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A test whether a record is about the person: it has an id, address or number of theirs, or their full name and nothing that identifies a
 * namesake. Records that a teammate owns are not about the teammate as a person. `words` are those of the engine.
 */
export function tellsOf(person: Person, words: ReadonlySet<string>): (record: Row) => boolean {
  const { ids, strong, names, namesakes, teammate } = person
  const isOurs = ours(words, teammate)
  const theirs = pattern([...ids, ...strong.map(escaped)], 'iu')
  const name = pattern(names.map(escaped), 'iu')
  const others = new Set(namesakes)
  const another = pattern(namesakes.filter((each) => !UUID.test(each)).map(escaped), 'iu')
  return (record) => {
    let [isTheirs, isNamed, isAnothers] = [false, false, false]
    each(record, (text) => {
      isTheirs ||= ids.includes(text) || (!isOurs(text) && theirs.test(text))
      isNamed ||= !isOurs(text) && name.test(text)
      isAnothers ||= others.has(text) || another.test(text)
      return text
    })
    return isTheirs || (isNamed && !isAnothers)
  }
}

/**
 * The changed values of a row without the person's data, for a row about the person or a part of one; empty if it contains none.
 */
export function redacted({ fields }: EntityTable, record: Row, person: Person, words: ReadonlySet<string>): Row {
  const { strong, names, weak, teammate, namesakes } = person
  const isOurs = ours(words, teammate)
  const alone = weak.map((word) => `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`)
  const mentions = pattern([...[...strong, ...names].toSorted((a, b) => b.length - a.length).map(escaped), ...alone], 'giu')
  // Addresses of others, such as the owner of a record, may contain the first name of the person, and must stay.
  const others = [...teammate, ...namesakes.filter((each) => each.includes('@'))].filter((each) => !strong.includes(each))
  const kept = pattern(
    others.map((each) => `(?<![\\p{L}\\p{N}._+-])${escaped(each)}(?![\\p{L}\\p{N}-])`),
    'giu',
  )
  const without = (text: string) => text.replaceAll(mentions, ERASED)
  const clean = (text: string) => {
    if (isOurs(text)) return text
    const found = text.match(kept) ?? []
    return text
      .split(kept)
      .map((part, at) => `${without(part)}${found[at] ?? ''}`)
      .join('')
  }
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (name === 'id' || name === 'user_from' || fields[name]?.kind === 'uuid') return []
      const now = each(value, clean)
      return JSON.stringify(now) === JSON.stringify(value) ? [] : [[name, fitting(fields[name], value, now)]]
    }),
  )
}

// A value that no longer fits its schema (the rest of an address) is removed, also from lists.
function fitting(field: Field | undefined, before: unknown, now: unknown): unknown {
  const fits = (value: unknown) => field === undefined || faultsOf(field.schema, value).length === 0
  if (fits(now) || !fits(before)) return now
  const parts = Array.isArray(now) ? now.filter((each) => fits([each])) : null
  return fits(parts) ? parts : now
}

const ours = (words: ReadonlySet<string>, teammate: readonly string[]) => (text: string) =>
  words.has(text) || UUID.test(text) || teammate.includes(text.toLowerCase())
const pattern = (parts: readonly string[], flags: string) => new RegExp(parts.join('|') || '(?!)', flags)
const each = (value: unknown, change: (text: string) => string) => deep(value, (text) => inJson(text, change) ?? change(text))

// Stored bodies of events lack the first brace, because the id is put in front of them on delivery.
function inJson(text: string, change: (text: string) => string): string | undefined {
  const opening = /^\s*[{[]/.test(text) ? '' : /^"[^"]*":/.test(text) ? '{' : undefined
  if (opening === undefined) return undefined
  try {
    return JSON.stringify(deep(JSON.parse(`${opening}${text}`), change)).slice(opening.length)
  } catch {
    return undefined
  }
}

function deep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => deep(each, change))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [change(name), deep(each, change)]))
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
