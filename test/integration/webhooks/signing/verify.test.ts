import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signedHeaders } from '../../../../core/integration/webhooks/signing/signature.ts'
import { verify } from '../../../../core/integration/webhooks/signing/verify.ts'

const secret = 'a signing secret of my own'
const timestamp = 1_767_225_600
const body = Buffer.from('{"id":"evt_42"}')
const headers = signedHeaders({ id: 'evt_42', type: 'deal.won', attempt: 1, timestamp, body }, secret)
const now = new Date(timestamp * 1_000)
const after = (seconds: number) => new Date((timestamp + seconds) * 1_000)
const only = (prefix: string) => Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase().startsWith(prefix)))

describe('verify', () => {
  test('takes headers as fetch, as Node and as a plain object give them, and the body as bytes or text', () => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    for (const form of [headers, lower, new Headers(headers)]) {
      expect(verify({ headers: form, body, secret, now })).toBe(true)
      expect(verify({ headers: form, body: body.toString(), secret, now })).toBe(true)
    }
    expect(verify({ headers: { ...lower, 'x-service-signature': [headers['X-Service-Signature'] ?? ''] }, body, secret, now })).toBe(true)
  })

  test.each(['x-service', 'webhook'])('is content with the %s headers alone', (prefix) => {
    expect(verify({ headers: only(prefix), body, secret, now })).toBe(true)
    expect(verify({ headers: new Headers(only(prefix)), body, secret, now })).toBe(true)
  })

  test.each([0, 299, 300, -299, -300])('accepts a timestamp that is %i s old', (age) => {
    expect(verify({ headers, body, secret, now: after(age) })).toBe(true)
  })

  test.each([301, -301, 86_400])('rejects a timestamp that is %i s old, and accepts it with a wider tolerance', (age) => {
    expect(verify({ headers, body, secret, now: after(age) })).toBe(false)
    expect(verify({ headers, body, secret, now: after(age), tolerance: 90_000 })).toBe(true)
  })

  test('judges by the wall clock if no time is given', () => {
    const fresh = signedHeaders({ id: 'evt_1', type: 'deal.won', attempt: 1, timestamp: Math.floor(Date.now() / 1_000), body }, secret)
    expect(verify({ headers: fresh, body, secret })).toBe(true)
    expect(verify({ headers, body, secret })).toBe(false)
  })

  test('accepts either key while a rotation overlaps, on both sides', () => {
    const rotated = signedHeaders({ id: 'evt_42', type: 'deal.won', attempt: 1, timestamp, body }, 'the new signing secret', secret)
    expect(verify({ headers: rotated, body, secret, now })).toBe(true)
    expect(verify({ headers: rotated, body, secret: 'the new signing secret', now })).toBe(true)
    expect(verify({ headers, body, secret: ['the new signing secret', secret], now })).toBe(true)
    expect(verify({ headers, body, secret: [], now })).toBe(false)
    expect(verify({ headers: rotated, body, secret: 'some third secret', now })).toBe(false)
  })

  test('rejects what is missing, cut, doubled or of the wrong form, and never throws', () => {
    const service = only('x-service')
    const signature = service['X-Service-Signature'] ?? ''
    for (const value of [
      '',
      'sha256=',
      signature.slice(0, -1),
      `${signature}0`,
      signature.slice(7),
      'ä'.repeat(71),
      [signature, signature],
      undefined,
    ]) {
      expect(verify({ headers: { ...service, 'X-Service-Signature': value }, body, secret, now })).toBe(false)
    }
    for (const value of ['', 'now', '1767225600.5', '-1', '9'.repeat(13), undefined]) {
      expect(verify({ headers: { ...service, 'X-Service-Timestamp': value }, body, secret, now })).toBe(false)
    }
    expect(verify({ headers: {}, body, secret, now })).toBe(false)
    expect(verify({ headers: { ...only('webhook'), 'webhook-id': undefined }, body, secret, now })).toBe(false)
  })

  test('rejects every changed body, and every changed delivery id of the standard headers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, flip) => {
        const signed = signedHeaders({ id: 'evt_7', type: 'deal.won', attempt: 1, timestamp, body: bytes }, secret)
        const changed = Uint8Array.from(bytes, (byte, index) => (index === at % bytes.length ? byte ^ flip : byte))
        expect(verify({ headers: signed, body: bytes, secret, now })).toBe(true)
        expect(verify({ headers: signed, body: changed, secret, now })).toBe(false)
      }),
    )
    expect(verify({ headers: { ...only('webhook'), 'webhook-id': 'evt_43' }, body, secret, now })).toBe(false)
  })
})
