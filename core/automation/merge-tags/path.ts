/** Where a tag finds its value. */
export interface TagPath {
  /** As it was written. */
  readonly written: string
  /** In lower case, as lists of tags have it. */
  readonly tag: string
  /** Names from the root on, in lower case; without the name of a custom property. */
  readonly names: readonly string[]
  /** Name of a custom property as it was written; null if the tag has none. */
  readonly property: string | null
}

// Own properties of records only, and these are none in any record.
const refused = new Set(['__proto__', 'constructor', 'prototype'])
const name = /^[a-z_][a-z0-9_]*$/

/** Reads `contact.first_name` or `contact.custom.<property>`; undefined if the text is no path. */
export function parsePath(written: string): TagPath | undefined {
  const parts = written.split('.')
  const names: string[] = []
  for (const [index, part] of parts.entries()) {
    const folded = part.toLowerCase()
    if (!name.test(folded) || refused.has(folded)) return undefined
    const isCustom = index > 0 && (folded === 'custom' || folded === 'custom_properties')
    names.push(isCustom ? 'custom' : folded)
    if (!isCustom) continue
    // Names of properties may have any character, a point, too.
    const property = parts.slice(index + 1).join('.')
    if (property === '' || refused.has(property.toLowerCase())) return undefined
    return { written, tag: `${names.join('.')}.${property.toLowerCase()}`, names, property }
  }
  return { written, tag: names.join('.'), names, property: null }
}

/** What `lookUp` gives for a record that is not there. */
export const ABSENT: unique symbol = Symbol('absent')
/** What `lookUp` gives for a field that a record does not have. */
export const UNKNOWN: unique symbol = Symbol('unknown')

/** The value at a path, or `ABSENT` or `UNKNOWN`; goes through own properties of plain objects only. */
export function lookUp(values: Readonly<Record<string, unknown>>, { names, property }: TagPath): unknown {
  let value: unknown = values
  // Rendering is the hot path: a loop by index makes no iterator, and symbols no objects.
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? ''
    if (value === null || value === undefined) return ABSENT
    if (!isRecord(value) || !Object.hasOwn(value, name)) return UNKNOWN
    value = value[name]
  }
  if (property === null) return value
  // A property without a value is no mistake: records hold only those that have one.
  const owned = isRecord(value) ? ownName(value, property) : undefined
  return isRecord(value) && owned !== undefined ? value[owned] : null
}

function ownName(values: Readonly<Record<string, unknown>>, property: string): string | undefined {
  if (Object.hasOwn(values, property)) return property
  const folded = property.toLowerCase()
  return Object.keys(values).find((each) => each.toLowerCase() === folded)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
