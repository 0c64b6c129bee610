import fc from 'fast-check'
import type { AnyOperation } from 'rapport-crm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestClock } from '../support/clock.ts'
import { type Attack, attacks, type Pick } from './hostile.ts'
import { type Answer, complaintsAbout } from './judge.ts'
import { type Input, Made, requestFor, type Sent, takesBody, toRequest } from './requests.ts'
import { adminKey, openTwins, operationsOf, type Twin } from './twins.ts'
import { valuesOf } from './values.ts'

const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_115)
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 12)
// These still complain of operations that are new: they run with `FUZZ_ROUNDS=12 npx vitest run test/fuzz` until they are silent.
const byHand = process.env['FUZZ_ROUNDS'] === undefined
/** So many faults are enough for one run. */
const MOST = 40

describe(`every operation on both databases (FUZZ_SEED=${seed})`, () => {
  const clock = new TestClock()
  const made = new Made()
  const documented = new Map<string, ReadonlySet<string>>()
  const inputs = new Map<string, readonly Input[]>()
  const complaints: string[] = []
  let rows = ''
  let twins: Twin[]
  let operations: AnyOperation[]

  beforeAll(async () => {
    twins = await openTwins(clock)
    const [first] = twins as [Twin]
    operations = operationsOf(first)
    for (const { id, input } of operations) inputs.set(id, fc.sample(valuesOf(input), { seed: seedOf(id), numRuns: rounds * 3 }) as Input[])
    const headers = { authorization: `Bearer ${adminKey}` }
    const [{ paths }] = (await Promise.all(
      twins.map(async ({ fetch }) => (await fetch(new Request('http://crm.test/api/v1/openapi.json', { headers }))).json()),
    )) as [any]
    for (const { operationId, responses } of Object.values<any>(paths).flatMap((each) => Object.values<any>(each)))
      documented.set(operationId, new Set(Object.keys(responses)))
    rows = await rowsOf()
  }, 60_000)
  beforeEach(() => void complaints.splice(0))
  afterAll(async () => {
    await Promise.all(twins.map((each) => each.close()))
  })

  it.skipIf(byHand)(
    'answers what the schema allows as it documents, the same on both, and every operation gets something done',
    async () => {
      const pending = new Set(operations.map(({ id }) => id))
      for (let round = 0; (round < rounds || (round < rounds * 3 && pending.size > 0)) && complaints.length < MOST; round += 1) {
        const pick = chance(seed + round)
        for (const operation of inOrder(operations)) {
          // More rounds for what has not succeeded yet, in which nothing goes away that it may need.
          if (round >= rounds && operation.route.startsWith('DELETE ') && !pending.has(operation.id)) continue
          const headers = takesBody(operation) && pick([true, false, false]) ? { 'idempotency-key': `key ${round % 3}` } : {}
          const { status, json } = await send(operation, requestFor(operation, inputFor(operation, round), headers))
          if (status >= 300) continue
          pending.delete(operation.id)
          made.add(operation, json)
        }
      }
      expect(complaints).toEqual([])
      expect([...pending]).toEqual([])
    },
    120_000,
  )

  it.skipIf(byHand)(
    'refuses every attack with a problem document, and nothing is written',
    async () => {
      for (const operation of operations) {
        const pick = chance(seedOf(operation.id))
        for (const attack of attacks) {
          for (let time = 0; time < rounds / 6 && complaints.length < MOST; time += 1) {
            const sent = attack.make(operation, inputFor(operation, time), pick)
            if (!sent) break
            await send(operation, sent, attack)
          }
        }
      }
      expect(complaints).toEqual([])
    },
    240_000,
  )

  it('refuses what is too large, whatever it holds', async () => {
    const sizes = [1_048_577, 33_554_433]
    const filled = (length: number) => `{"name":"${'x'.repeat(length - 11)}"}`
    for (const operation of operations.filter(takesBody)) {
      const request = requestFor(operation, inputFor(operation, 0))
      const { status } = await send(
        operation,
        { ...request, body: filled(sizes[operation.batch ? 1 : 0] as number) },
        attacked('a large body'),
      )
      expect([operation.id, status]).toEqual([operation.id, 413])
    }
    const ingest = operations.filter(({ foreign }) => foreign?.includes('records'))
    expect(ingest.length).toBeGreaterThan(0)
    for (const operation of ingest) {
      const records = Array.from({ length: 5_001 }, (_, at) => ({ email: `p${at}@forge.example` }))
      await send(operation, requestFor(operation, { provider: 'custom:erp', object: 'contacts', records }), attacked('5,001 records'))
    }
    expect(complaints).toEqual([])
  }, 60_000)

  it('answers paths and methods that nobody declared with problem documents', async () => {
    const paths = [
      '/',
      '',
      '//',
      '/%',
      '/%ff',
      '/contacts/../..',
      '/contacts;x',
      '/CONTACTS',
      '/contacts/a/b/c/d',
      `/${'a/'.repeat(500)}`,
      '/\\evil',
      '/**',
      '/:p0',
    ]
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'get', 'X-Y'])
        for (const { fetch, name } of twins) {
          const response = await fetch(toRequest({ method, path, headers: { authorization: `Bearer ${adminKey}` } }))
          expect([name, method, path, response.status]).toEqual([name, method, path, expect.toBeOneOf([400, 404, 405])])
          expect(response.headers.get('content-type')).toBe('application/problem+json')
        }
    expect(await rowsOf()).toBe(rows)
  }, 30_000)

  it.skipIf(byHand)(
    'leaves nothing that background work stumbles over, and no request that leaves the machine',
    async () => {
      for (const { engine, log, network } of twins) {
        await engine.tick()
        expect(log.errors).toEqual([])
        expect(network.sent.filter((url) => !url.startsWith('https://hooks.example.com'))).toEqual([])
        expect(network.sent.length).toBeGreaterThan(0)
      }
      clock.advance('2 days')
      for (const { engine, log } of twins) {
        await engine.tick()
        expect(log.errors).toEqual([])
      }
    },
    60_000,
  )

  const rowsOf = async () => (await Promise.all(twins.map((each) => each.rows()))).join('\n')

  function inputFor(operation: AnyOperation, round: number): Input {
    const all = inputs.get(operation.id) ?? []
    return made.resolve(all[round % all.length], operation) as Input
  }

  async function send(operation: AnyOperation, sent: Sent, attack?: Attack): Promise<Answer> {
    clock.advance(7)
    const answers = await Promise.all(
      twins.map(async ({ name, fetch, faults }) => {
        const response = await fetch(toRequest(sent))
        const type = response.headers.get('content-type') ?? ''
        // A stream ends when its reader goes.
        if (type.startsWith('text/event-stream')) await response.body?.cancel()
        const text = response.bodyUsed ? '' : await response.text()
        const json: unknown = text === '' || !type.includes('json') ? undefined : JSON.parse(text)
        return { name, status: response.status, headers: response.headers, text, json, faults: faults.splice(0) }
      }),
    )
    const [before, after] = [rows, await rowsOf()]
    rows = after
    complaints.push(
      ...complaintsAbout({ operation, sent, attack, documented: documented.get(operation.id) ?? new Set(), before, after }, answers),
    )
    return answers[0] as Answer
  }
})

const attacked = (name: string): Attack => ({ name, expects: 'refused', make: () => undefined })

// What is made first can be found by what comes after; what deletes comes last.
function inOrder(operations: readonly AnyOperation[]): AnyOperation[] {
  const rank = ({ creates, route, id }: AnyOperation) => (id === 'ingestRecords' ? 1 : creates ? 0 : route.startsWith('DELETE') ? 3 : 2)
  return operations.toSorted((a, b) => rank(a) - rank(b))
}

// Of its own, so that an operation that is added changes nothing for the others.
function seedOf(id: string): number {
  return Buffer.from(id).reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, seed)
}

function chance(start: number): Pick {
  let state = start
  return (from) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from[Math.floor((state / 2 ** 32) * from.length)] as (typeof from)[number]
  }
}
