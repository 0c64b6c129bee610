interface Place {
  readonly path: string
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly size: number
}

const MAX_CUTS = 50
const SHORT = 500

/** Shortens the longest lists, then the longest texts, until the JSON has at most `limit` characters or nothing is left to shorten. */
export function truncate(value: unknown, limit: number): { value: unknown; notes: string[] } {
  const root: Record<string, unknown> = { value }
  const totals = new Map<string, { total: number; list: boolean }>()
  for (let round = 0; round < MAX_CUTS; round++) {
    const excess = JSON.stringify(root['value']).length - limit
    if (excess <= 0) break
    const places = longest(root)
    if (!places) break
    const { path, holder, key, size } = places
    const old = holder[key] as unknown[] | string
    const keep = Math.max(Array.isArray(old) ? 1 : SHORT, Math.floor(old.length * Math.max(0, 1 - (excess + size * 0.05) / size)))
    if (!totals.has(path)) totals.set(path, { total: old.length, list: Array.isArray(old) })
    holder[key] = old.slice(0, keep)
  }
  const notes = [...totals].map(([path, { total, list }]) => {
    const left = total - (read(root, path) as { length: number }).length
    return `${path.slice('/value'.length) || '/'}: ${left} more ${list ? 'entries' : 'characters'} left out of ${total}.`
  })
  return { value: root['value'], notes }
}

// Lists first: half a list is still true, half a text may not be. A list within a list wins only if it holds most of the characters.
function longest(root: Record<string, unknown>): Place | undefined {
  const lists: Place[] = []
  const texts: Place[] = []
  walk(root, '', (place, value) => {
    if (Array.isArray(value) && value.length > 1) lists.push(place)
    if (typeof value === 'string' && value.length > SHORT) texts.push(place)
  })
  const by = (places: Place[]) => places.toSorted((a, b) => b.size - a.size)[0]
  return by(lists) ?? by(texts)
}

function walk(holder: Record<string, unknown>, path: string, visit: (place: Place, value: unknown) => void): void {
  for (const key of Object.keys(holder)) {
    const value = holder[key]
    const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (typeof value === 'string' || Array.isArray(value)) visit({ path: at, holder, key, size: JSON.stringify(value).length }, value)
    if (typeof value === 'object' && value !== null) walk(value as Record<string, unknown>, at, visit)
  }
}

function read(root: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
}
