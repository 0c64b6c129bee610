import * as fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { AddressGuard } from '../../../core/kernel/egress/address-guard.ts'
import { AllowListError, parseAllowList } from '../../../core/kernel/egress/allow-list.ts'

const guard = new AddressGuard()

describe('an address may be called', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '168.63.129.15',
    '168.63.129.17',
  ])('%s, which is public', (address) => expect(guard.allows(address)).toBe(true))

  test.each([
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ])('%s, right beside a reserved block', (address) => expect(guard.allows(address)).toBe(true))

  test.each([
    '2001:200::',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700::1111',
    '2a00:1450:4001:829::200e',
    '3ffd::1',
    '3fff:1000::',
    '2001:4860:4860::8888',
  ])('%s, which is public', (address) => expect(guard.allows(address)).toBe(true))
})

describe('an address is refused', () => {
  test.each(['', 'localhost', '127.1', '0x7f.0.0.1', '127.0.0.1.', '[::1]', '1.2.3.4/8', '%eth0', ':::', '8.8.8.8 '])(
    '%j, as it is no address',
    (text) => {
      expect(guard.allows(text)).toBe(false)
    },
  )

  test('with or without a zone', () => {
    expect(guard.allows('fe80::1%eth0')).toBe(false)
    expect(guard.allows('fe80::1')).toBe(false)
  })

  test('if it is an own one, however it is written', () => {
    const own = new AddressGuard([], () => ['93.184.216.34', '2606:2800:220:1::1', 'fe80::1%eth0', 'nonsense'])
    expect(own.allows('93.184.216.34')).toBe(false)
    expect(own.allows('2606:2800:0220:0001:0:0:0:1')).toBe(false)
    expect(own.allows('93.184.216.35')).toBe(true)
  })

  test('for every IPv4 address that ipaddr.js does not call unicast, and no other but one of a cloud', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(guard.allows(address)).toBe(ipaddr.parse(address).range() === 'unicast' && address !== '168.63.129.16')
      }),
      { numRuns: 5_000 },
    )
  })

  test('for every IPv6 address outside 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const [first = 0] = ipaddr.parse(address).toByteArray()
        expect(guard.allows(address) && (ipaddr.IPv4.isValid(address) || first >> 5 !== 1)).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('the allow-list', () => {
  test('opens exactly its blocks, and an own address too', () => {
    const open = new AddressGuard(['10.1.0.0/16', '127.0.0.1', 'fd00::/8', '93.184.216.34'], () => ['93.184.216.34'])
    for (const address of ['10.1.0.0', '10.1.255.255', '127.0.0.1', 'fd12:3456::1', 'fd12::1%eth0', '93.184.216.34'])
      expect(open.allows(address)).toBe(true)
    for (const address of ['10.0.255.255', '10.2.0.0', '127.0.0.2', 'fc00::1', '::1']) expect(open.allows(address)).toBe(false)
  })

  test('opens an IPv4 block for the IPv6 form of its addresses, and no other mapped address', () => {
    const open = new AddressGuard(['127.0.0.0/8'])
    expect(open.allows('::ffff:127.0.0.1')).toBe(true)
    expect(open.allows('::ffff:7f00:1')).toBe(true)
    for (const address of ['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::'])
      expect(open.allows(address)).toBe(false)
  })

  test('is read from an array or from one text, with spaces and empty entries', () => {
    expect(parseAllowList(' 10.0.0.0/8, ::1 ,,192.168.1.7')).toEqual(['10.0.0.0/8', '::1/128', '192.168.1.7/32'])
    expect(parseAllowList(['FD00:0::/8', '0.0.0.0/0', '::/0'])).toEqual(['fd00::/8', '0.0.0.0/0', '::/0'])
    expect(parseAllowList('')).toEqual([])
    expect(parseAllowList([])).toEqual([])
  })

  test.each([
    ['localhost', 'is not an address'],
    ['10.0.0.0/33', 'is not an address'],
    ['::/129', 'is not an address'],
    ['10.0.0.0/', 'is not an address'],
    ['10.0.0.0/8/8', 'is not an address'],
    ['10.0.0.0/-1', 'is not an address'],
    ['10.0/8', 'is not an address'],
    ['0x0a.0.0.0/8', 'is not an address'],
    ['fe80::1%eth0', 'is not an address'],
    ['*', 'is not an address'],
    ['::ffff:127.0.0.1', 'write 127.0.0.1'],
    ['10.1.2.3/8', 'write 10.0.0.0/8'],
    ['fd00::1/8', 'write fd00::/8'],
  ])('refuses %s with a clear message', (entry, message) => {
    expect(() => parseAllowList(entry)).toThrow(message)
    expect(() => new AddressGuard([entry])).toThrow(AllowListError)
  })

  test('names all wrong entries at once', () => {
    expect(() => parseAllowList('10.0.0.0/8,nonsense,10.1.2.3/8')).toThrow(
      'The egress allow-list has wrong entries: "nonsense" is not an address or a CIDR block such as 10.0.0.0/8, 127.0.0.1 or fd00::/8; ' +
        '"10.1.2.3/8" has bits set beyond /8: write 10.0.0.0/8',
    )
    expect(() => parseAllowList('nonsense')).toThrow('The egress allow-list has a wrong entry: "nonsense"')
  })
})
