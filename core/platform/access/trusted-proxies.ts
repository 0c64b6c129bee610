import ipaddr from 'ipaddr.js'
import { parseAllowList } from '../../kernel/egress/allow-list.ts'
import { isWithin } from './allowed-addresses.ts'

/** Where a request came from: the other end of its connection, and its headers by name in lower case. */
export interface RequestSource {
  /** Address of the other end of the connection. */
  readonly peer: string | undefined
  /** One header by its name in lower case; null where there is none. */
  readonly header: (name: string) => string | null
}

// A proxy adds one entry; what a client sends before that is not read to its end.
const MOST_HOPS = 32

/**
 * Answers the address of a caller behind these proxies (addresses and CIDR blocks), as `addressOf` of the adapters asks for it: the rightmost
 * address of `X-Forwarded-For` that is none of them. Of a connection that comes from no such proxy the header says nothing, because anybody
 * can send it. Throws `AllowListError` for an entry that is malformed.
 */
export function addressBehind(proxies: readonly string[]): (from: RequestSource) => string | undefined {
  const blocks = parseAllowList(proxies)
  const isTrusted = (address: string) => blocks.length > 0 && isWithin(blocks, address)
  return ({ peer, header }) => {
    let known = peer
    if (peer === undefined || !isTrusted(peer)) return peer
    const hops = (header('x-forwarded-for') ?? '').slice(-MOST_HOPS * 64).split(',')
    for (const hop of hops.slice(-MOST_HOPS).toReversed()) {
      const address = addressIn(hop)
      // What a trusted proxy has not written as an address is of nobody who is known.
      if (address === undefined) return known
      known = address
      if (!isTrusted(address)) return address
    }
    return known
  }
}

/** The address of an entry, which some proxies write with a port. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim()
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return ipaddr.isValid(bare) && !bare.includes('%') ? ipaddr.process(bare).toString() : undefined
}
