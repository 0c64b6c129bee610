import ipaddr from 'ipaddr.js'
import { AllowListError, parseAllowList } from '../../kernel/egress/allow-list.ts'
import { invalid } from '../../kernel/operation/errors.ts'

/**
 * Addresses and blocks as canonical CIDRs; throws `invalid_input` (`invalid_format` at `/allowed_ips`) that names every malformed
 * entry.
 */
export function parseAddresses(entries: readonly string[]): string[] {
  // Blank entries would be left out, and a key without any works from everywhere.
  if (entries.some((each) => each.trim() === '')) throw invalid('/allowed_ips', 'invalid_format', 'An address must not be blank')
  try {
    return parseAllowList(entries)
  } catch (error) {
    if (!(error instanceof AllowListError)) throw error
    throw invalid('/allowed_ips', 'invalid_format', error.problems.join('; '))
  }
}

/** Whether an address lies in one of the blocks; without blocks every address does, and an unknown address lies in none. */
export function isWithin(blocks: readonly string[], address: string | undefined): boolean {
  if (blocks.length === 0) return true
  if (address === undefined || !ipaddr.isValid(address)) return false
  // Sockets that listen on both families give IPv4 addresses in IPv6 form.
  const caller = ipaddr.process(address)
  return blocks.some((each) => {
    const [network, bits] = ipaddr.parseCIDR(each)
    return network.kind() === caller.kind() && caller.match(network, bits)
  })
}
