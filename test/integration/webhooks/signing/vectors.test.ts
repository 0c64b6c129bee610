import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { verify } from 'rapport-crm'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { signedHeaders } from '../../../../core/integration/webhooks/signing/signature.ts'

interface Vector {
  readonly name: string
  readonly secret: string
  readonly id: string
  readonly timestamp: number
  /** The bytes of the body in base64. */
  readonly body: string
  readonly service_signature: string
  readonly standard_signature: string
}

const vectors = (JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] }).vectors
const genuine = vectors.map((vector) => ({ ...vector, right: [true, true] }))
// A few are enough to show that a verifier can say no.
const forged = vectors.slice(0, 3).flatMap((vector) => [
  { ...vector, body: Buffer.concat([Buffer.from(vector.body, 'base64'), Buffer.from(' ')]).toString('base64'), right: [false, false] },
  { ...vector, timestamp: vector.timestamp + 1, right: [false, false] },
  { ...vector, id: `${vector.id}0`, right: [true, false] },
  { ...vector, service_signature: flipped(vector.service_signature), right: [false, true] },
])

const languages = [
  { language: 'Python', command: ['python3', 'verify.py'], version: ['python3', '--version'], lines: asJson },
  { language: 'Perl', command: ['perl', 'verify.pl'], version: ['perl', '-MJSON::PP', '-e', '1'], lines: asJson },
  { language: 'the OpenSSL command line', command: ['sh', 'verify.sh'], version: ['openssl', 'version'], lines: asFields },
  { language: 'Java', command: ['java', '-XX:TieredStopAtLevel=1', 'Verify.java'], version: ['javac', '-version'], lines: asFields },
] as const

describe('the golden vectors of vectors.json', () => {
  test('are what is signed, to the letter', () => {
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
    for (const { secret, id, timestamp, body, ...signed } of vectors) {
      const headers = signedHeaders({ id, type: 'deal.won', attempt: 1, timestamp, body: Buffer.from(body, 'base64') }, secret)
      expect(headers['X-Service-Signature']).toBe(signed.service_signature)
      expect(signed.standard_signature.split(' ')[0]).toBe(headers['webhook-signature'])
    }
  })

  test('verify with our own helper, and forgeries do not', () => {
    for (const { right, ...vector } of [...genuine, ...forged]) {
      const { service, standard } = headersOf(vector)
      const given = { body: Buffer.from(vector.body, 'base64'), secret: vector.secret, now: new Date(vector.timestamp * 1_000) }
      expect([verify({ ...given, headers: service }), verify({ ...given, headers: standard })]).toEqual(right)
    }
  })

  test('verify with the official library of Standard Webhooks, and forgeries do not', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (const { right, ...vector } of [...genuine, ...forged]) {
        vi.setSystemTime(vector.timestamp * 1_000)
        expect([vector.name, accepts(vector)]).toEqual([vector.name, right[1]])
      }
    } finally {
      vi.useRealTimers()
    }
  })

  for (const { language, command, version, lines } of languages) {
    const [interpreter] = version
    const present = spawnSync(interpreter, version.slice(1), { stdio: 'ignore' }).status === 0
    test.skipIf(!present)(
      `verify with ${language}, and forgeries do not${present ? '' : ` (skipped: ${interpreter} is not installed)`}`,
      () => {
        // OpenSSL starts a process for each step of each.
        const cases = lines === asFields ? [...genuine.slice(0, 6), ...forged.slice(0, 4)] : [...genuine, ...forged]
        const [program, ...rest] = command
        const cwd = fileURLToPath(new URL('./verifiers', import.meta.url))
        const { stdout, stderr } = spawnSync(program, rest, { cwd, input: lines(cases), encoding: 'utf8' })
        expect(stderr).toBe('')
        expect(stdout.trim().split('\n')).toEqual(cases.map(({ right }) => right.join(' ')))
      },
    )
  }
})

describe('the signature is over the bytes and not over what they mean', () => {
  test('any value verifies as it was written, and what is serialized again does so only if the bytes are the same', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(), (json, space) => {
        const [body, again] = [json, JSON.stringify(JSON.parse(json), null, space % 3)]
        const headers = signedHeaders(
          { id: 'evt_7', type: 'deal.won', attempt: 1, timestamp: 1_767_225_600, body: Buffer.from(body) },
          secret,
        )
        const given = { headers, secret, now: new Date(1_767_225_600_000) }
        expect(verify({ ...given, body })).toBe(true)
        expect(verify({ ...given, body: again })).toBe(Buffer.from(again).equals(Buffer.from(body)))
      }),
      { numRuns: Number(process.env['RAPPORT_PAYLOADS'] ?? 60) },
    )
  })

  test.each(['{"b":1,"a":1.0}', '{"a":1,"a":2}', '{"a":1e21, "b":-0}', '{"a":"\\u00e9\\u2028\\/"}', '{"a":12345678901234567890}'])(
    '%s does not survive being parsed and written again',
    (body) => {
      const headers = signedHeaders(
        { id: 'evt_7', type: 'deal.won', attempt: 1, timestamp: 1_767_225_600, body: Buffer.from(body) },
        secret,
      )
      const given = { headers, secret, now: new Date(1_767_225_600_000) }
      expect(verify({ ...given, body })).toBe(true)
      expect(verify({ ...given, body: JSON.stringify(JSON.parse(body)) })).toBe(false)
    },
  )
})

const secret = 'a signing secret of my own'

function headersOf({ id, timestamp, service_signature, standard_signature }: Vector) {
  return {
    service: { 'X-Service-Timestamp': String(timestamp), 'X-Service-Signature': service_signature },
    standard: { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': standard_signature },
  }
}

function accepts(vector: Vector): boolean {
  const library = vector.secret.startsWith('whsec_')
    ? new Webhook(vector.secret)
    : new Webhook(Buffer.from(vector.secret), { format: 'raw' })
  try {
    library.verify(Buffer.from(vector.body, 'base64'), headersOf(vector).standard, { jsonParse: false })
    return true
  } catch (error) {
    if (error instanceof Error && error.message === 'No matching signature found') return false
    throw error
  }
}

function flipped(signature: string): string {
  return `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`
}

function asJson(cases: readonly Vector[]): string {
  return cases.map((each) => `${JSON.stringify(each)}\n`).join('')
}

function asFields(cases: readonly Vector[]): string {
  const packed = (text: string) => Buffer.from(text).toString('base64')
  return cases
    .map(({ secret: key, id, timestamp, body, service_signature, standard_signature }) =>
      [packed(key), packed(id), timestamp, body, packed(service_signature), packed(standard_signature)].join(' '),
    )
    .map((line) => `${line}\n`)
    .join('')
}
