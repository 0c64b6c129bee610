import { isbot } from 'isbot'

/** What a request tells of who makes it. */
export interface Requester {
  readonly method?: string
  readonly agent?: string
  readonly ahead?: boolean
}

// Mail services fetch images when the message is looked at, on behalf of its reader.
const PROXIES = /GoogleImageProxy|YahooMailProxy|YahooCacheSystem/i
// Scanners of links and attachments that call themselves by name.
const SCANNERS =
  /barracuda|mimecast|proofpoint|safelinks|symantec|messagelabs|trendmicro|fireeye|cloudmark|urldefense|ironport|sophos|zscaler|linkscan|scanner|preview|prefetch/i

/** Why a request is one of a machine, or undefined where it may be one of a person. */
export function suspicionOf({ method, agent = '', ahead = false }: Requester): 'head' | 'prefetch' | 'agent' | undefined {
  if (method === 'HEAD') return 'head'
  if (ahead) return 'prefetch'
  const name = agent.trim()
  if (PROXIES.test(name)) return undefined
  return name === '' || name === 'Mozilla/5.0' || SCANNERS.test(name) || isbot(name) ? 'agent' : undefined
}

/** Whether the headers of a request tell that it is made ahead of a person who may never come. */
export function isAhead(headers: Readonly<Record<string, string>>): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|preview|prerender/i.test(headers[name] ?? ''))
}
