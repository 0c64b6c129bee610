import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { networkOf } from '../../kernel/values/network.ts'

/** The network around a client, which the machines of one scanner share: of IPv4 the first three numbers; undefined where the address is none. */
export function neighborhoodOf(ip: string): string | undefined {
  const network = networkOf(ip)
  if (isIP(network) === 4) return network.split('.').slice(0, 3).join('.')
  return network.endsWith('::/64') ? network : undefined
}

/** By which the network of a client is known again and the client is not; null where its address is not known. */
export function networkHash(secret: Buffer, ip: string | null | undefined): string | null {
  const network = ip && neighborhoodOf(ip)
  return network ? createHmac('sha256', secret).update(`network ${network}`).digest('base64url').slice(0, 22) : null
}
