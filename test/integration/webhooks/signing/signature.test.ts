import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { generateSecret, secretProblem } from '../../../../core/integration/webhooks/signing/secret.ts'
import { type Signable, signedHeaders } from '../../../../core/integration/webhooks/signing/signature.ts'

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const golden = Buffer.from(
  '{"id":"evt_42","type":"deal.won","created_at":"2026-01-01T00:00:00.000Z","organization":"org_1","entity":{"type":"deal","id":"6f1d1d5e-3f0a-4a57-9d0e-0f2a6c1b9e77"},"data":{"name":"Zażółć 😀 \\u2028","amount":1e21,"z":1,"a":2}}',
)
const message: Signable = { id: 'evt_42', type: 'deal.won', attempt: 1, timestamp: 1_767_225_600, body: golden }

const payloads = Number(process.env['RAPPORT_PAYLOADS'] ?? 1_000)

describe('the signature of a delivery', () => {
  test('the golden vector holds to the letter', () => {
    expect(golden).toHaveLength(232)
    expect(signedHeaders(message, secret)).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1.0',
      'X-Service-Event': 'deal.won',
      'X-Service-Delivery': 'evt_42',
      'X-Service-Attempt': '1',
      'X-Service-Timestamp': '1767225600',
      'X-Service-Signature': 'sha256=8909cadbf50deb02089bfaa784cb9835e32c68540817a74407d953f5eda5ccc4',
      'webhook-id': 'evt_42',
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,hOTLWTZaGghRj/InRUzbzGtKTjUwnwGlDvW8U0qGeq0=',
    })
  })

  test('a body that is parsed and written again no longer verifies', () => {
    const again = Buffer.from(JSON.stringify(JSON.parse('{"amount":1.0,"a":1}')))
    const body = Buffer.from('{"amount":1.0,"a":1}')
    expect(signedHeaders({ ...message, body: again }, secret)['X-Service-Signature']).not.toBe(
      signedHeaders({ ...message, body }, secret)['X-Service-Signature'],
    )
  })

  test('a retry keeps the delivery id and changes attempt, timestamp and signature', () => {
    const first = signedHeaders(message, secret)
    const second = signedHeaders({ ...message, attempt: 2, timestamp: message.timestamp + 60 }, secret)
    const changed = Object.keys(first).filter((name) => first[name] !== second[name])
    expect(changed).toEqual(['X-Service-Attempt', 'X-Service-Timestamp', 'X-Service-Signature', 'webhook-timestamp', 'webhook-signature'])
  })

  test('any body of any text is signed over its exact bytes', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.string({ unit: 'binary', minLength: 16 }), fc.nat(), (json, key, timestamp) => {
        const body = Buffer.from(json)
        const expected = createHmac('sha256', Buffer.from(key, 'utf8'))
          .update(Buffer.concat([Buffer.from(`${timestamp}.`), body]))
          .digest('hex')
        expect(signedHeaders({ ...message, timestamp, body }, key)['X-Service-Signature']).toBe(`sha256=${expected}`)
      }),
      // By hand: RAPPORT_PAYLOADS=100000.
      { numRuns: payloads },
    )
  })

  test('the Standard Webhooks headers verify with the official library, for generated and for own secrets', () => {
    const timestamp = Math.floor(Date.now() / 1_000)
    const generated = generateSecret(Buffer.from('0123456789abcdef0123456789abcdef'))
    const standard = (key: string) => signedHeaders({ ...message, timestamp }, key)
    expect(new Webhook(generated).verify(golden, standard(generated))).toMatchObject({ id: 'evt_42' })
    expect(new Webhook('plain text key 42', { format: 'raw' }).verify(golden, standard('plain text key 42'))).toMatchObject({
      id: 'evt_42',
    })
    expect(() => new Webhook(generated).verify(golden, standard('plain text key 42'))).toThrow('No matching signature')
  })

  test('a prefix without base64 behind it is a text like any other', () => {
    for (const key of ['whsec_', 'whsec_not base64 at all', 'whsec_QUJD=']) {
      const expected = createHmac('sha256', key).update('evt_42.1767225600.').update(golden).digest('base64')
      expect(signedHeaders(message, key)['webhook-signature']).toBe(`v1,${expected}`)
    }
  })

  test('while a rotation overlaps, webhook-signature carries both keys and X-Service-Signature the new one', () => {
    const rotated = signedHeaders(message, 'the new secret 1', secret)
    const [fresh, old] = [signedHeaders(message, 'the new secret 1'), signedHeaders(message, secret)]
    expect(rotated['X-Service-Signature']).toBe(fresh['X-Service-Signature'])
    expect(rotated['webhook-signature']).toBe(`${fresh['webhook-signature']} ${old['webhook-signature']}`)
  })

  test.each(['deal.won\r\nX-Evil: 1', 'deal won', 'deäl', ''])('%j cannot reach a header', (text) => {
    expect(() => signedHeaders({ ...message, type: text }, secret)).toThrow(TypeError)
    expect(() => signedHeaders({ ...message, id: text }, secret)).toThrow(TypeError)
  })
})

describe('a signing secret', () => {
  test('is generated as whsec_ and the base64 of the random bytes', () => {
    expect(generateSecret(Buffer.from('0123456789abcdef0123456789abcdef'))).toBe(secret)
    for (const length of [23, 65]) expect(() => generateSecret(Buffer.alloc(length))).toThrow(RangeError)
  })

  test.each(['x'.repeat(16), '  spaces  are kept ', '🔑'.repeat(16), '🔑'.repeat(256), secret])(
    '%j may be brought by the caller',
    (own) => {
      expect(secretProblem(own)).toBeUndefined()
    },
  )

  test.each(['', 'x'.repeat(15), '🔑'.repeat(15), 'x'.repeat(257), `${'x'.repeat(16)}\uD800`])('%j is refused', (own) => {
    expect(secretProblem(own)).toMatch(/^must /)
  })
})
