import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown at start for a malformed egress allow-list; lists every wrong entry. */
export class AllowListError extends TypeError {
  override readonly name = 'AllowListError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The egress allow-list has ${problems.length === 1 ? 'a wrong entry' : 'wrong entries'}: ${problems.join('; ')}`)
    this.problems = problems
  }
}

/** Reads CIDR blocks and single addresses (an array, or one comma-separated text) into canonical CIDR blocks; throws AllowListError. */
export function parseAllowList(entries: string | readonly string[]): string[] {
  const texts = (typeof entries === 'string' ? entries.split(',') : entries).map((entry) => entry.trim()).filter((entry) => entry !== '')
  const parsed = texts.map(parseBlock)
  const problems = parsed.flatMap((block) => ('problem' in block ? [block.problem] : []))
  if (problems.length > 0) throw new AllowListError(problems)
  return parsed.flatMap((block) => ('cidr' in block ? [block.cidr] : []))
}

function parseBlock(text: string): { cidr: string } | { problem: string } {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  const longest = family === 4 ? 32 : 128
  const bits = prefix === undefined ? longest : Number(prefix)
  // A zone index ("fe80::1%eth0") passes isIP but names an interface, not a block.
  if (family === 0 || bits > longest || address.includes('%')) {
    return { problem: `"${text}" is not an address or a CIDR block such as 10.0.0.0/8, 127.0.0.1 or fd00::/8` }
  }
  const parsed = ipaddr.parse(address)
  if ('isIPv4MappedAddress' in parsed && parsed.isIPv4MappedAddress()) {
    return { problem: `"${text}" is an IPv4 address in IPv6 form: write ${parsed.toIPv4Address().toString()}` }
  }
  const network = `${networkAddress(address, bits)}/${bits}`
  // Masking silently would allow more than the entry shows.
  if (network !== `${parsed.toString()}/${bits}`) return { problem: `"${text}" has bits set beyond /${bits}: write ${network}` }
  return { cidr: network }
}

function networkAddress(address: string, bits: number): string {
  const family = isIP(address) === 4 ? ipaddr.IPv4 : ipaddr.IPv6
  return family.networkAddressFromCIDR(`${address}/${bits}`).toString()
}
