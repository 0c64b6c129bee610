/** What differs between two surfaces. */
export interface Comparison {
  /** What programs depend on: paths, names, schemas, codes, columns. */
  readonly structure: readonly string[]
  /** What people read: descriptions, summaries, titles. */
  readonly texts: readonly string[]
  /** Objects with the same keys, and lists with the same words, in another order. */
  readonly order: readonly string[]
}

/** Compares two values of JSON, texts apart from everything else. */
export function compare(before: unknown, after: unknown): Comparison {
  const found = { structure: [] as string[], texts: [] as string[], order: [] as string[] }
  walk(before, after, '', false)
  return found

  function walk(a: unknown, b: unknown, path: string, isText: boolean): void {
    if (isObject(a) && isObject(b)) {
      const [left, right] = [Object.keys(a), Object.keys(b)]
      const common = left.filter((key) => Object.hasOwn(b, key))
      const sameInBoth = right.filter((key) => Object.hasOwn(a, key))
      if (common.some((key, at) => key !== sameInBoth[at])) found.order.push(path)
      for (const key of new Set([...left, ...right])) walk(a[key], b[key], `${path}/${key}`, isTextKey(key, path))
    } else if (Array.isArray(a) && Array.isArray(b) && !isText) {
      walkItems(a, b, path)
    } else if (JSON.stringify(a) !== JSON.stringify(b)) {
      // A text that appears or disappears is a change of texts, too.
      const areTexts = isText && [a, b].every((each) => each === undefined || typeof each === 'string')
      found[areTexts ? 'texts' : 'structure'].push(`${path}: ${shown(a)} -> ${shown(b)}`)
    }
  }

  // Items that have a name are compared by it, so that one more of them does not move all that follow.
  function walkItems(a: readonly unknown[], b: readonly unknown[], path: string): void {
    if (isReordered(a, b)) return void found.order.push(`${path}: ${shown(a)} -> ${shown(b)}`)
    const [left, right] = [keyed(a), keyed(b)]
    walk(Object.fromEntries(left), Object.fromEntries(right), path, false)
  }
}

// Labels of the catalog are no texts here: clients show them as they are.
const textKeys = new Set(['description', 'summary', 'title', 'message', 'detail'])
const data = /\/(?:example|examples|default|enum|const)(?:\/|$)/

function isTextKey(key: string, parent: string): boolean {
  return textKeys.has(key) && (!data.test(parent) || parent.includes('problem+json'))
}

/** The value without its texts, its keys in alphabetical order: equal values give equal strings. */
export function canonical(value: unknown, withTexts: boolean, path = ''): string {
  if (Array.isArray(value)) return `[${value.map((each, at) => canonical(each, withTexts, `${path}/${at}`)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const kept = Object.entries(value).filter(([key, each]) => withTexts || typeof each !== 'string' || !isTextKey(key, path))
  const sorted = kept.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each, withTexts, `${path}/${key}`)}`).join(',')}}`
}

/** Whether two lists of words differ in their order only. */
function isReordered(a: readonly unknown[], b: readonly unknown[]): boolean {
  const areWords = [...a, ...b].every((each) => typeof each !== 'object')
  return areWords && JSON.stringify(a) !== JSON.stringify(b) && JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())
}

function keyed(items: readonly unknown[]): [string, unknown][] {
  const names = items.map((each) => (isObject(each) && typeof each['name'] === 'string' ? each['name'] : undefined))
  const isUnique = new Set(names).size === names.length && !names.includes(undefined)
  return items.map((each, at) => [isUnique ? (names[at] ?? '') : String(at), each])
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  if (value === undefined) return '(absent)'
  const text = JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}...` : text
}
