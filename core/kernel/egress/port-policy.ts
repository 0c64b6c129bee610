const open = ['443', '1024-65535']

/** Which ports outgoing calls may use; throws TypeError for an entry that is neither a port nor a range. */
export class PortPolicy {
  readonly #ranges: readonly (readonly [first: number, last: number])[]

  /** Single ports and ranges such as `1024-65535`. */
  // Ports below 1024 belong to mail, old databases and device consoles, not to webhook receivers.
  constructor(entries: readonly string[] = open) {
    this.#ranges = entries.map(rangeOf)
  }

  /** `port` as the URL parser gives it: empty for 443. */
  allows(port: string): boolean {
    const number = port === '' ? 443 : Number(port)
    return this.#ranges.some(([first, last]) => first <= number && number <= last)
  }

  /** As part of a sentence: `443 or 1024-65535`. */
  toString(): string {
    return this.#ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(' or ')
  }
}

function rangeOf(entry: string): readonly [number, number] {
  const [, first = '', last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry.trim()) ?? []
  const range = [Number(first), Number(last)] as const
  if (first === '' || range[0] < 1 || range[1] > 65_535 || range[0] > range[1]) {
    throw new TypeError(`"${entry}" is neither a port nor a range of ports such as 443 or 1024-65535`)
  }
  return range
}
