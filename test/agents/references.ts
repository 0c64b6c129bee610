import type { Result } from '../adapters/mcp-clients.ts'

const REFERENCE = /^\$(\d+)((?:\.\w+|\[\d+\])+)$/
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Arguments with every reference to an earlier answer replaced by what it names; throws where it names nothing. */
export function resolved<T>(value: T, results: readonly Pick<Result, 'structuredContent'>[]): T {
  return mapTexts(value, (text) => {
    const [, number, path = ''] = REFERENCE.exec(text) ?? []
    if (number === undefined) return text
    const found = stepsOf(path).reduce<any>((at, step) => at?.[step], results[Number(number) - 1]?.structuredContent)
    if (found === undefined) throw new Error(`${text} names nothing in the answers`)
    return found
  })
}

/** Arguments with ids of earlier answers replaced by references to them, so that they hold in any copy of the seed. */
export function referring<T>(value: T, results: readonly Pick<Result, 'structuredContent'>[]): T {
  return mapTexts(value, (text) => {
    if (!ID.test(text)) return text
    for (const [n, { structuredContent }] of results.entries()) {
      const path = pathTo(structuredContent, text)
      if (path !== undefined) return `$${n + 1}${path}`
    }
    return text
  })
}

const stepsOf = (path: string): string[] => path.match(/\w+/g) ?? []

/** The value with each of its texts as `map` gives it. */
export function mapTexts<T>(value: T, map: (text: string) => unknown): T {
  const mapped = (each: unknown): unknown => {
    if (typeof each === 'string') return map(each)
    if (Array.isArray(each)) return each.map(mapped)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, mapped(inner)]))
  }
  return mapped(value) as T
}

function pathTo(value: unknown, sought: string): string | undefined {
  if (value === sought) return ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const path = pathTo(inner, sought)
    if (path !== undefined) return (Array.isArray(value) ? `[${name}]` : `.${name}`) + path
  }
  return undefined
}
