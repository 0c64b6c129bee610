import ipaddr from 'ipaddr.js'

/** The network that stands for a caller: an address of IPv4, the first 64 bits of one of IPv6, which one caller has as a whole; other texts as they are. */
export function networkOf(ip: string): string {
  const text = ip.split('%')[0] ?? ip
  if (!ipaddr.isValid(text)) return ip
  // Sockets that listen on both families give IPv4 addresses in IPv6 form.
  const address = ipaddr.process(text)
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString()
}
