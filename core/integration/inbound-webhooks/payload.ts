const MAX_BYTES = 32_768
const secretName = /pass(word|wd|wort)|token|secret|authorization|card|api_?key/i

/** The value at a JSON pointer (`/user/email`) or dotted path (`user.email`); undefined where there is none. Only own properties are read. */
export function valueAt(payload: unknown, path: string): unknown {
  const names = path.startsWith('/')
    ? path
        .slice(1)
        .split('/')
        .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))
    : path.split('.')
  return names.reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    return Object.getOwnPropertyDescriptor(value, name)?.value as unknown
  }, payload)
}

/** What was received as people and events see it: secrets masked, at most 32 KiB. */
export function shownPayload(payload: unknown): { readonly payload: unknown; readonly truncated: boolean } {
  const shown = masked(payload)
  if (sizeOf(shown) <= MAX_BYTES) return { payload: shown, truncated: false }
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return { payload: null, truncated: true }
  const kept: [string, unknown][] = []
  let size = 2
  for (const [name, value] of Object.entries(shown)) {
    size += sizeOf(name) + sizeOf(value) + 2
    if (size <= MAX_BYTES) kept.push([name, value])
    else size -= sizeOf(name) + sizeOf(value) + 2
    if (kept.length >= 500) break
  }
  return { payload: Object.fromEntries(kept), truncated: true }
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__proto__')
      .map(([name, inner]) => [name.replaceAll('\0', '').toWellFormed(), secretName.test(name) ? '***' : masked(inner)]),
  )
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

/** The first e-mail address of what was received, in lower case. */
export function addressIn(payload: unknown): string | undefined {
  const stack: unknown[] = [payload]
  for (let seen = 0; stack.length > 0 && seen < 10_000; seen += 1) {
    const value = stack.shift()
    if (typeof value === 'string' && value.length <= 254 && /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()))
      return value.trim().toLowerCase()
    if (typeof value === 'object' && value !== null) stack.push(...Object.values(value).slice(0, 1000))
  }
  return undefined
}
