import type { PageRequest } from '../browser/request.ts'

// Mail scanners and chat programs open every link before a person does. A request by curl counts as a visit.
const robots = /bot\b|bot[/ ;]|crawl|spider|preview|slurp|scanner|facebookexternalhit|whatsapp|telegram|skypeuri/i

/** The facts about the request that the operation of a page asks for. */
export function visitOf(request: PageRequest, properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { method, ip, header, query } = request
  const ahead = `${header('sec-purpose') ?? ''} ${header('purpose') ?? ''} ${header('x-purpose') ?? ''}`
  const facts: Readonly<Record<string, () => unknown>> = {
    languages: () => (header('accept-language') ?? '').slice(0, 500),
    ip: () => ip?.slice(0, 60) ?? null,
    passive: () => method === 'HEAD' || /prefetch|preview|prerender/i.test(ahead) || robots.test(header('user-agent') ?? ''),
    method: () => method,
    // An origin that is too long is none that could be allowed.
    origin: () => header('origin')?.slice(0, 300) ?? null,
    agent: () => clean(header('user-agent'), 1000),
    accepts: () => clean(header('accept'), 500),
    query: () => clean(query, 4000),
    headers: () => headersOf(request),
  }
  return Object.fromEntries(Object.entries(facts).flatMap(([name, fact]) => (Object.hasOwn(properties, name) ? [[name, fact()]] : [])))
}

function clean(text: string | null, most: number): string {
  return (text ?? '').slice(0, most).replaceAll('\0', '').toWellFormed()
}

const MOST_HEADERS = 100

// The server of the host has limited their size.
function headersOf({ headers }: PageRequest): Record<string, string> {
  const found: [string, string][] = []
  for (const [name, value] of headers()) if (found.push([name.toLowerCase(), value]) >= MOST_HEADERS) break
  // `fromEntries` defines, so that a header named `__proto__` is a name like any other.
  return Object.fromEntries(found)
}
