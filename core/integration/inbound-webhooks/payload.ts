const MAX_BYTES = 32_768
/** Fields that are kept of what is larger. */
const MOST_KEPT = 500
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

/**
 * What was received as people and events see it: secrets masked, at most 32 KiB. Of an object that is larger, the fields that fit. Nothing
 * is copied beyond that, however much was received.
 */
export function shownPayload(payload: unknown): { readonly payload: unknown; readonly truncated: boolean } {
  const whole = new Shown(MAX_BYTES)
  const shown = whole.of(payload)
  if (!whole.isFull) return { payload: shown, truncated: false }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return { payload: null, truncated: true }
  const kept: [string, unknown][] = []
  let left = MAX_BYTES - 2
  for (const name of Object.keys(payload)) {
    const part = new Shown(left)
    const [entry] = part.entriesOf(payload, [name])
    if (entry === undefined || part.isFull) continue
    kept.push(entry)
    left = part.left
    if (kept.length >= MOST_KEPT || left <= 0) break
  }
  return { payload: Object.fromEntries(kept), truncated: true }
}

/** Copies values with their secrets masked, as long as their JSON fits into so many bytes. */
class Shown {
  /** Bytes that are left; below 0 once something did not fit. */
  left: number

  constructor(bytes: number) {
    this.left = bytes
  }

  get isFull(): boolean {
    return this.left < 0
  }

  of(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null) {
      this.left -= String(value).length + 1
      return value
    }
    this.left -= 2
    if (!Array.isArray(value)) return Object.fromEntries(this.entriesOf(value, Object.keys(value)))
    const copies: unknown[] = []
    for (const each of value) {
      if (this.isFull) break
      copies.push(this.of(each))
    }
    return copies
  }

  entriesOf(value: object, names: readonly string[]): [string, unknown][] {
    const entries: [string, unknown][] = []
    for (const name of names) {
      if (this.isFull) break
      if (name === '__proto__') continue
      const shown = this.#text(name)
      const inner: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
      entries.push([shown, secretName.test(shown) ? this.#text('***') : this.of(inner)])
    }
    return entries
  }

  #text(text: string): string {
    // A longer one does not fit, however it is written.
    if (text.length > this.left) {
      this.left = -1
      return ''
    }
    const shown = text.replaceAll('\0', '').toWellFormed()
    this.left -= Buffer.byteLength(JSON.stringify(shown)) + 1
    return shown
  }
}

/** The first e-mail address of what was received, in lower case. */
export function addressIn(payload: unknown): string | undefined {
  const stack: unknown[] = [payload]
  for (let seen = 0; seen < stack.length && seen < 10_000; seen += 1) {
    const value = stack[seen]
    if (typeof value === 'string' && value.length <= 254 && /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()))
      return value.trim().toLowerCase()
    if (typeof value === 'object' && value !== null) stack.push(...Object.values(value).slice(0, 1000))
  }
  return undefined
}
