import { describe, expect, test } from 'vitest'
import { AddressGuard } from '../../../core/kernel/egress/address-guard.ts'
import { PortPolicy } from '../../../core/kernel/egress/port-policy.ts'
import { checkUrl } from '../../../core/integration/webhooks/subscriptions/url.ts'

describe('the ports that may be called', () => {
  test('are 443 and those from 1024 up', () => {
    const policy = new PortPolicy()
    for (const port of ['', '443', '1024', '8443', '65535']) expect(policy.allows(port)).toBe(true)
    for (const port of ['0', '1', '22', '25', '80', '442', '444', '1023', '65536']) expect(policy.allows(port)).toBe(false)
    expect(String(policy)).toBe('443 or 1024-65535')
  })

  test('are exactly those that are configured, at create and at send', () => {
    const guard = new AddressGuard([], () => [], ['8443', ' 9000-9001'])
    for (const port of [8443, 9000, 9001]) expect(checkUrl(`https://hook.example:${port}/`, guard)).toHaveProperty('url')
    for (const port of ['', ':443', ':8444', ':9002'])
      expect(checkUrl(`https://hook.example${port}/`, guard)).toEqual({
        problem: 'forbidden_port',
        message: 'must use port 8443 or 9000-9001',
      })
  })

  test.each(['', 'https', '0', '65536', '-1', '9000-80', '1-2-3', '80,443', '1e3', '0x50'])('refuses %j', (entry) => {
    expect(() => new PortPolicy([entry])).toThrow(`"${entry}" is neither a port nor a range of ports`)
  })
})
