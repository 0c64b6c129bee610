import { describe, expect, it } from 'vitest'
import { addressBehind } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { pages, type PagesOptions } from 'rapport-crm/pages'
import { PageLimiter } from '../../adapters/browser/limits.ts'
import { ada, describeStorages } from '../support/storages.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const lines = [{ name: 'Chair', quantity: 1, unit_price: 50 }]

describeStorages(
  'Public pages',
  (open) => {
    const serve = async (options: PagesOptions = {}) => {
      const { engine, api } = await open()
      const { fetch } = pages(engine, options)
      const quote = await api.quotes.create({ title: 'Chairs', lines })
      const { public_token } = await api.quotes.send({ id: quote.id })
      const get = (path: string, ip = '203.0.113.7', headers: Record<string, string> = {}) =>
        fetch(new Request(`https://crm.test${path}`, { headers }), { ip })
      const post = (act: string, headers: Record<string, string>) =>
        fetch(
          new Request(`https://crm.test/q/${public_token}/${act}`, { method: 'POST', headers: { ...form, ...headers }, body: 'name=Ann' }),
          {
            ip: '203.0.113.7',
          },
        )
      const status = async () => (await api.quotes.get({ id: quote.id })).status
      return { engine, path: `/q/${public_token}`, get, post, status }
    }

    it('are accepted and declined from their own site alone', async () => {
      const { post, status } = await serve({ publicUrl: 'https://quotes.example.com' })
      for (const act of ['accept', 'decline'])
        for (const headers of [
          { origin: 'https://evil.example' },
          { origin: 'null' },
          { origin: 'https://crm.test.evil.example' },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site', origin: 'https://crm.test' },
        ])
          expect([act, headers, (await post(act, headers)).status]).toEqual([act, headers, 403])
      expect(await status()).not.toMatch(/accepted|declined/)
      expect((await post('accept', { origin: 'https://quotes.example.com', 'sec-fetch-site': 'same-origin' })).status).toBeLessThan(400)
      expect(await status()).toBe('accepted')
      expect((await post('accept', { origin: 'https://crm.test' })).status).not.toBe(403)
    })

    it('are counted per address and per token, and answered 429 with the seconds to wait', async () => {
      let now = 0
      const { get, path } = await serve({ limits: { perAddress: 4, perToken: 6 }, now: () => now })
      const statuses = async (count: number, to: string, ip: string) =>
        (await Promise.all(Array.from({ length: count }, () => get(to, ip)))).map((each) => each.status)
      expect(await statuses(6, '/q/guess-1', '198.51.100.1')).toEqual([404, 404, 404, 404, 429, 429])
      // Guesses are of many tokens, and one address: what is limited is the address.
      expect((await get('/q/guess-2', '198.51.100.1')).status).toBe(429)
      expect(await statuses(4, path, '198.51.100.2')).toEqual([200, 200, 200, 200])
      expect(await statuses(3, path, '198.51.100.3')).toEqual([200, 200, 429])
      const late = await get(path, '198.51.100.4')
      expect(late.status).toBe(429)
      expect(Number(late.headers.get('retry-after'))).toBe(60)
      now = 60_001
      expect((await get(path, '198.51.100.4')).status).toBe(200)
      // One network of IPv6 is one visitor.
      const ips = ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:0db8::3', '2001:db8::4', '2001:db8::5']
      const asked = []
      for (const ip of ips) asked.push((await get('/q/guess-3', ip)).status)
      expect(asked).toEqual([404, 404, 404, 404, 429])
    })

    it('and the API know the caller behind trusted proxies, and nobody behind others', async () => {
      const addressOf = addressBehind(['10.0.0.0/8'])
      const { engine, get } = await serve({ limits: { perAddress: 1 }, addressOf })
      const by = (forwarded: string) => ({ 'x-forwarded-for': forwarded })
      expect((await get('/q/none', '10.0.0.1', by('192.0.2.1'))).status).toBe(404)
      expect((await get('/q/none', '10.0.0.1', by('198.51.100.9, 192.0.2.1'))).status).toBe(429)
      expect((await get('/q/none', '10.0.0.1', by('192.0.2.2'))).status).toBe(404)
      expect((await get('/q/none', '203.0.113.1', by('192.0.2.3'))).status).toBe(404)
      expect((await get('/q/none', '203.0.113.1', by('192.0.2.4'))).status).toBe(429)
      await engine.access.createOrganization({ id: ada.organization, admin: ada.user })
      const { key } = await engine.access.createKey({
        name: 'Office',
        organization: ada.organization,
        user: ada.user,
        scopes: ['read'],
        allowed_ips: ['192.0.2.1'],
      })
      const { fetch } = http(engine, { addressOf })
      const call = async (ip: string, forwarded: string) =>
        (
          await fetch(new Request('https://crm.test/api/v1/contacts', { headers: { authorization: `Bearer ${key}`, ...by(forwarded) } }), {
            ip,
          })
        ).status
      expect(await call('10.0.0.1', '192.0.2.1')).toBe(200)
      expect(await call('203.0.113.1', '192.0.2.1')).toBe(401)
      expect(await call('10.0.0.1', '192.0.2.1, 198.51.100.9')).toBe(401)
    })
  },
  ['SQLite memory'],
)

describe('The limits of pages', () => {
  it('do not grow with the addresses that ask', () => {
    let now = 0
    const limiter = new PageLimiter({ perAddress: 1, perToken: 1 }, () => now)
    for (let at = 0; at < 50_000; at += 1) limiter.count(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, undefined)
    expect(limiter.size).toBeLessThanOrEqual(20_000)
    expect(() => limiter.count('10.0.195.79', undefined)).toThrow('Too many requests')
    now = 60_000
    limiter.count('192.0.2.1', undefined)
    expect(limiter.size).toBe(1)
  })
})
