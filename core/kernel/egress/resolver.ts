import type { AddressGuard } from './address-guard.ts'
import { EgressError, toEgressError } from './failure.ts'
import { literalAddress } from './target.ts'

/** The message about a refused address; it never names the address. */
export const blockedAddress = 'private and reserved addresses are not called'

/** An IP address; `family` is 4 or 6. */
export type ResolvedAddress = { readonly address: string; readonly family: number }

/** Resolves a name to all of its addresses; rejects as `dns.promises.lookup` does. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>

/** Resolves host names to addresses that may be called; one refused address refuses the whole name. */
export class Resolver {
  readonly #guard: AddressGuard
  readonly #lookup: Lookup
  readonly #running = new Map<string, Promise<readonly ResolvedAddress[]>>()

  constructor(guard: AddressGuard, lookup: Lookup) {
    this.#guard = guard
    this.#lookup = lookup
  }

  /** All addresses of a host; an IP literal is its own. Rejects with an EgressError. */
  async resolve(hostname: string): Promise<readonly ResolvedAddress[]> {
    const literal = literalAddress(hostname)
    const addresses = literal === undefined ? await this.#lookUp(hostname) : [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
    if (addresses.length === 0) throw new EgressError('dns_error', 'the name has no address')
    if (!addresses.every(({ address }) => this.#guard.allows(address))) {
      throw new EgressError('blocked_address', blockedAddress, literal !== undefined)
    }
    return addresses
  }

  // Node resolves names on four threads: callers of one slow name share one of them.
  #lookUp(hostname: string): Promise<readonly ResolvedAddress[]> {
    const running = this.#running.get(hostname)
    if (running !== undefined) return running
    const lookup = this.#lookup(hostname)
      .catch((error: unknown) => Promise.reject(toEgressError(error, 'dns')))
      .finally(() => this.#running.delete(hostname))
    this.#running.set(hostname, lookup)
    return lookup
  }
}
