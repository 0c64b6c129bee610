import { parse } from 'tldts'

const cache = new Map<string, string | null>()

/** Host of a web site without `www.`, in lower case; null for anything that is not a public host. */
export function parseDomain(source: string): string | null {
  const known = cache.get(source)
  if (known !== undefined) return known
  const read = resolve(source)
  if (cache.size > 10_000) cache.clear()
  if (source.length < 300) cache.set(source, read)
  return read
}

/** Top levels that are kept for examples and tests (RFC 2606). */
const reserved = /\.(?:example|test)$/

function resolve(source: string): string | null {
  const text = source.trim()
  if (text.length > 300 || text.includes('@') || /\s/.test(text)) return null
  const { hostname, domain, isIcann, isIp } = parse(text, { allowPrivateDomains: false })
  if (!hostname || !domain || isIp || !(isIcann || reserved.test(hostname))) return null
  return hostname.replace(/^www\d?\./, '')
}
