/** A request for a page, in the form of this adapter. */
export interface PageRequest {
  readonly method: string
  readonly path: string
  readonly ip: string | undefined
  /** By name, in lower case. */
  readonly header: (name: string) => string | null
}

// Mail scanners and chat programs open every link before a person does. A request by curl counts as a visit.
const robots = /bot\b|bot[/ ;]|crawl|spider|preview|slurp|scanner|facebookexternalhit|whatsapp|telegram|skypeuri/i

/** The facts about the request that the operation of a page asks for. */
export function visitOf({ method, ip, header }: PageRequest, properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ahead = `${header('sec-purpose') ?? ''} ${header('purpose') ?? ''} ${header('x-purpose') ?? ''}`
  const visit = {
    languages: (header('accept-language') ?? '').slice(0, 500),
    ip: ip?.slice(0, 60) ?? null,
    passive: method === 'HEAD' || /prefetch|preview|prerender/i.test(ahead) || robots.test(header('user-agent') ?? ''),
  }
  return Object.fromEntries(Object.entries(visit).filter(([name]) => Object.hasOwn(properties, name)))
}
