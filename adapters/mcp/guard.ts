import { REFUSED, rpcError } from './fault.ts'
import type { HttpCall } from './http-call.ts'

export interface Guard {
  /** Host names by which the server may be addressed; `undefined`: any. */
  readonly hosts: ReadonlySet<string> | undefined
  /** Host names of web pages that may call. */
  readonly origins: ReadonlySet<string>
}

const loopback = ['localhost', '127.0.0.1', '[::1]']
const everywhere = new Set(['0.0.0.0', '[::]'])

/** Allows loopback names and those of the options; a server bound to all addresses accepts any host name. */
export function guardOf(hosts: readonly string[] | '*', origins: readonly string[]): Guard {
  const named = hosts === '*' ? [] : hosts.map(hostName)
  const open = hosts === '*' || named.some((each) => everywhere.has(each))
  return { hosts: open ? undefined : new Set([...loopback, ...named]), origins: new Set([...loopback, ...named, ...origins.map(hostName)]) }
}

/** Refuses requests of foreign web pages whose host name resolves to this server (DNS rebinding). */
export function refusalOf({ hosts, origins }: Guard, { url, header }: Pick<HttpCall, 'url' | 'header'>): Response | undefined {
  const host = header('host') ?? new URL(url).host
  if (hosts && !hosts.has(hostName(host))) return rpcError(403, REFUSED, 'This host name is not served here')
  const origin = header('origin')
  if (origin && !(URL.canParse(origin) && origins.has(new URL(origin).hostname)))
    return rpcError(403, REFUSED, 'Pages of this origin may not call')
  return undefined
}

// Accepts `crm.example.com`, `crm.example.com:8080`, `::1` and `[::1]:8080` alike.
function hostName(host: string): string {
  const written = host.includes(':') && !host.includes('[') && host.indexOf(':') !== host.lastIndexOf(':') ? `[${host}]` : host
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : ''
}
