import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseAllowList } from './allow-list.ts'
import { PortPolicy } from './port-policy.ts'

// Not only the blocks that IANA calls "not globally reachable": also anycast and service blocks that a
// cloud serves locally (168.63.129.16 of Azure, 192.0.0.192 of Oracle). None of them can be a webhook receiver.
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

// For IPv6 the list is inverted: only 2000::/3 was ever assigned, so mapped, translated, compatible,
// unique-local and future forms are refused without a list. 2001::/23 holds Teredo, ORCHID and similar.
const globalV6 = '2000::/3'
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20']

const special = blocks([...specialV4, ...specialV6])
const global = blocks([globalV6])

/** Decides which addresses may be called: public ones, and others only if the allow-list names them. */
export class AddressGuard {
  readonly ports: PortPolicy
  readonly #allowed: BlockList
  readonly #own: () => readonly string[]

  /** `allow` holds CIDR blocks or addresses; `own` lists the addresses of this machine, which are refused even if they are public. */
  constructor(allow: readonly string[] = [], own: () => readonly string[] = () => [], ports?: readonly string[]) {
    this.ports = new PortPolicy(ports)
    this.#allowed = blocks(parseAllowList(allow))
    this.#own = own
  }

  /** Whether an address may be called; anything but an IP literal without brackets is refused. */
  allows(address: string): boolean {
    const plain = canonical(address)
    if (plain === undefined) return false
    if (this.names(address)) return true
    return isPublic(plain) && !this.#own().some((own) => canonical(own) === plain)
  }

  /** Whether the allow-list names an address, so that whoever runs the engine wants it to be called. */
  names(address: string): boolean {
    const plain = canonical(address)
    return plain !== undefined && contains(this.#allowed, plain)
  }
}

function isPublic(address: string): boolean {
  return !contains(special, address) && (isIPv4(address) || contains(global, address))
}

// BlockList reads an IPv4-mapped address as the IPv4 address in it. On the allow-list that is intended; a public
// mapped address is refused, because no honest resolver returns it.
function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

function canonical(address: string): string | undefined {
  const bare = address.replace(/%.*$/s, '')
  return isIP(bare) === 0 ? undefined : ipaddr.parse(bare).toString()
}

function blocks(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address, bits] = ipaddr.parseCIDR(cidr)
    list.addSubnet(address.toString(), bits, address.kind())
  }
  return list
}
