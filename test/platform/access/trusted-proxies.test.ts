import { addressBehind } from 'rapport-crm'
import { expect, it } from 'vitest'

const behind = addressBehind(['10.0.0.0/8', 'fd00::/8', '203.0.113.9'])
const from = (peer: string | undefined, forwarded: string | null) =>
  behind({ peer, header: (name) => (name === 'x-forwarded-for' ? forwarded : null) })

it.each([
  ['of a connection from elsewhere, whatever it says', '198.51.100.1', '192.0.2.1', '198.51.100.1'],
  ['of a proxy that passes none on', '10.0.0.1', null, '10.0.0.1'],
  ['that the proxy saw, and not what the client claimed before', '10.0.0.1', '192.0.2.66, 192.0.2.1', '192.0.2.1'],
  ['behind several proxies', '10.0.0.1', '192.0.2.66, 192.0.2.1, 203.0.113.9,10.9.9.9', '192.0.2.1'],
  ['of the first proxy where all are proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['with a port', '::ffff:10.0.0.1', '192.0.2.1:5123', '192.0.2.1'],
  ['of IPv6', 'fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
  ['of the nearest proxy where one has written no address', '10.0.0.1', '192.0.2.1, unknown, 10.0.0.7', '10.0.0.7'],
  ['of nobody who is known', undefined, '192.0.2.1', undefined],
])('the address is that %s', (_, peer, forwarded, expected) => {
  expect(from(peer, forwarded)).toBe(expected)
})

it('is never taken from the header where no proxy is trusted', () => {
  expect(addressBehind([])({ peer: '10.0.0.1', header: () => '192.0.2.1' })).toBe('10.0.0.1')
  expect(() => addressBehind(['10.0.0.1/8'])).toThrow('10.0.0.0/8')
})

it('of a header of a megabyte is found at once', () => {
  expect(from('10.0.0.1', `${'10.0.0.2, '.repeat(100_000)}192.0.2.1`)).toBe('192.0.2.1')
  expect(from('10.0.0.1', '10.0.0.2, '.repeat(100_000))).toBe('10.0.0.1')
})
