/** A request for a page, however the host got it. */
export interface PageRequest {
  readonly method: string
  readonly path: string
  readonly ip: string | undefined
  /** By its name in lower case. */
  readonly header: (name: string) => string | null
}

// Mail scanners and chat programs open every link before a person does. A tool that somebody holds in their hands (curl) is a look.
const robots = /bot\b|bot[/ ;]|crawl|spider|preview|slurp|scanner|facebookexternalhit|whatsapp|telegram|skypeuri/i

/** What the operation of a page asks to be told of the request. */
export function visitOf({ method, ip, header }: PageRequest, properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ahead = `${header('sec-purpose') ?? ''} ${header('purpose') ?? ''} ${header('x-purpose') ?? ''}`
  const visit = {
    languages: (header('accept-language') ?? '').slice(0, 500),
    ip: ip?.slice(0, 60) ?? null,
    passive: method === 'HEAD' || /prefetch|preview|prerender/i.test(ahead) || robots.test(header('user-agent') ?? ''),
  }
  return Object.fromEntries(Object.entries(visit).filter(([name]) => Object.hasOwn(properties, name)))
}
