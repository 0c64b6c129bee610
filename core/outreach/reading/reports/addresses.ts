const isWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  code > 0x7f ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x5f
const inLocal = (code: number): boolean => isWord(code) || "!#$%&'*+/=?^`{|}~".includes(String.fromCharCode(code))

/** An address in a line, and where it stands. */
export interface Found {
  readonly address: string
  readonly start: number
  readonly end: number
}

/** The addresses of a line, in lower case; each sign is looked at a bounded number of times. */
export function addressesIn(line: string): Found[] {
  const found: Found[] = []
  let from = 0
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
    let start = at
    while (start > from && at - start < 64 && inLocal(line.charCodeAt(start - 1))) start--
    let end = at + 1
    while (end < line.length && end - at < 254 && isWord(line.charCodeAt(end))) end++
    while (end > at && line[end - 1] === '.') end--
    const address = trimmed(line.slice(start, end))
    if (isAddress(address)) found.push({ address: address.toLowerCase(), start, end })
    from = end
  }
  return found
}

/** The address of a field such as `rfc822; a@b.example` or `<a@b.example>`; null where it holds none. */
export function addressOf(field: string): string | null {
  const value = field.slice(0, 1_000)
  const semicolon = value.indexOf(';')
  const [found] = addressesIn(semicolon < 0 ? value : value.slice(semicolon + 1))
  return found?.address ?? null
}

function trimmed(address: string): string {
  return address.replace(/^[.'`*=/]+/, '').replace(/^rfc822[;/]/i, '')
}

function isAddress(text: string): boolean {
  const at = text.indexOf('@')
  if (at < 1 || at !== text.lastIndexOf('@')) return false
  const domain = text.slice(at + 1)
  return domain.length > 0 && !domain.startsWith('-') && !domain.startsWith('.')
}
