import fc from 'fast-check'
import type { AnyOperation } from 'rapport-crm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { http } from 'rapport-crm/http'
import { type Attack, attacks, type Pick } from './hostile.ts'
import { type Answer, complaintsAbout } from './judge.ts'
import { type Call, fresh, recipes } from './recipes.ts'
import { collectionOf, type Input, Made, namesInPath, requestFor, type Sent, takesBody, toRequest } from './requests.ts'
import { type Provocation, provocations, refusals } from './statuses.ts'
import { type Post, strangers } from './strangers.ts'
import { adminKey, FuzzClock, openTwins, operationsOf, type Twin } from './twins.ts'
import { valuesOf } from './values.ts'
import { testEngine } from '../../support/testing.ts'

const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_115)
/** One round runs with every commit; `FUZZ_ROUNDS=12 npm test -- test/quality/fuzz` runs more, `FUZZ_SEED` others. */
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 1)
/** Of the attacks on one operation, in each round. */
const SHARE = 4
/** What has something to do only after a sign-in, which is no call: `test/adapters/sign-in` has it. */
const bySignIn = new Set(['endGrant', 'endMySession', 'removeMyPasskey'])
/** What `default` of the description stands for: what may be answered whatever is asked. */
const whateverIsAsked = ['400', '401', '403', '413', '415', '429', '503']
/** Rounds in which only what never succeeded is tried. */
const MORE = 12
/** So many faults are enough for one run. */
const MOST = 40

describe(`every operation on both databases (FUZZ_SEED=${seed})`, () => {
  const clock = new FuzzClock()
  const made = new Made()
  const documented = new Map<string, ReadonlySet<string>>()
  /** Statuses that each operation documents and was not seen to answer yet. */
  const unseen = new Map<string, Set<string>>()
  /** What each operation has done its work with. */
  const done = new Map<string, Input>()
  const inputs = new Map<string, readonly Input[]>()
  const complaints: string[] = []
  let rows = ''
  let twins: Twin[]
  let operations: AnyOperation[]

  beforeAll(async () => {
    twins = await openTwins(clock)
    const [first] = twins as [Twin]
    operations = operationsOf(first)
    for (const { id, input } of operations)
      inputs.set(id, fc.sample(valuesOf(input), { seed: seedOf(id), numRuns: rounds + MORE }) as Input[])
    const headers = { authorization: `Bearer ${adminKey}` }
    const [{ paths }] = (await Promise.all(
      twins.map(async ({ fetch }) => (await fetch(new Request('http://crm.test/api/v1/openapi.json', { headers }))).json()),
    )) as [any]
    for (const { operationId, responses } of Object.values<any>(paths).flatMap((each) => Object.values<any>(each)))
      documented.set(operationId, new Set(Object.keys(responses).flatMap((each) => (each === 'default' ? whateverIsAsked : each))))
    // What any call may be answered is seen by other tests.
    for (const { id } of operations)
      unseen.set(id, new Set([...(documented.get(id) ?? [])].filter((each) => !whateverIsAsked.includes(each))))
    rows = await rowsOf()
  }, 60_000)
  beforeEach(() => void complaints.splice(0))
  afterAll(async () => {
    await Promise.all(twins.map((each) => each.close()))
  })

  it('answers what the schema allows as it documents, the same on both, and every operation gets something done', async () => {
    const pending = new Map(operations.map(({ id }) => [id, 'never called']))
    const attempt = async (operation: AnyOperation, input: Input, round: number, pick: Pick) => {
      const headers = takesBody(operation) && pick([true, false, false]) ? { 'idempotency-key': `key ${round % 3}` } : {}
      const due = (status: number) => unseen.get(operation.id)?.has(String(status)) ?? false
      if (due(412)) await send(operation, requestFor(operation, input, { 'if-match': '"999999999999999"' }), stale)
      const { status, json, text } = await send(operation, requestFor(operation, input, headers))
      if (status >= 300) return pending.has(operation.id) && pending.set(operation.id, text)
      made.add(operation, json)
      done.set(operation.id, input)
      if (due(304)) {
        const plain = requestFor(operation, Object.fromEntries(namesInPath(operation).map((name) => [name, input[name]])))
        const { headers: told } = await send(operation, plain)
        await send(operation, { ...plain, headers: { ...plain.headers, 'if-none-match': told.get('etag') ?? '' } })
      }
      // A record is known again by its external id, a payment by its reference, a submission by its own id.
      const again = [
        { external_ids: [{ provider: 'custom:fuzz', id: operation.id }] },
        { reference: operation.id },
        { submission_id: operation.id },
      ]
      for (const more of status === 201 ? [{}, ...again, ...again] : [])
        if (due(200)) await send(operation, requestFor(operation, { ...input, ...more }))
      return pending.delete(operation.id)
    }
    for (let round = 0; round < rounds && complaints.length < MOST; round += 1) {
      const pick = chance(seed + round)
      for (const operation of inOrder(operations)) await attempt(operation, inputFor(operation, round), round, pick)
    }
    // What has not succeeded yet is helped by a recipe, or tried more often.
    for (let round = rounds; round < rounds + MORE && pending.size > 0 && complaints.length < MOST; round += 1)
      for (const operation of inOrder(operations).filter(({ id }) => pending.has(id)))
        await attempt(
          operation,
          (await recipes[operation.id]?.(call, work)) ??
            (await strangers[operation.id]?.(call, work, post)) ??
            (await anewFor(operation, round)),
          round,
          chance(seed + round),
        )
    expect(complaints).toEqual([])
    expect([...pending].filter(([id]) => !bySignIn.has(id))).toEqual([])
  }, 600_000)

  it('answers every attack as it documents, and refuses with a problem document; nothing is written then', async () => {
    for (const { operation, attack, sent } of attacksOf('any')) await send(operation, sent, attack)
    expect(complaints).toEqual([])
    // What must be refused leaves nothing behind, so that many may run at once and the rows are counted after them all.
    const refused = attacksOf('refused')
    while (refused.length > 0 && complaints.length < MOST) {
      const some = refused.splice(0, rounds > 1 ? 1 : 20)
      const answered = await Promise.all(
        some.map(async (each) => ({
          ...each,
          answers: await ask(each.sent, each.attack.name === 'a malformed path' ? undefined : seenOf(each.operation)),
        })),
      )
      const [before, after] = [rows, await rowsOf()]
      rows = after
      for (const { operation, attack, sent, answers } of answered) judge(operation, sent, attack, answers, before, after)
    }
    expect(complaints).toEqual([])
  }, 600_000)

  it('refuses what is too large, whatever it holds', async () => {
    const sizes = [1_048_577, 33_554_433]
    for (const operation of operations.filter(takesBody)) {
      const { body: _, ...request } = requestFor(operation, inputFor(operation, 0))
      const { status } = await send(operation, { ...request, size: sizes[operation.batch ? 1 : 0] as number }, attacked('a large body'))
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

  it('was seen to answer every status that it documents, whatever the reason', async () => {
    const { key } = await call('createApiKey', { name: 'Narrow', scopes: ['mcp'] })
    for (const operation of operations) {
      const due = provocations(operation, done.get(operation.id) ?? {}, key).filter(({ status }) =>
        unseen.get(operation.id)?.has(String(status)),
      )
      for (const each of due) await provoke(operation, each)
    }
    for (const operation of operations) {
      const refused = unseen.get(operation.id)?.has('409') && (await refusals[operation.id]?.(call))
      if (refused) await send(operation, requestFor(operation, refused))
    }
    await using limited = await testEngine({ rateLimit: 1 })
    const { fetch } = http(limited.engine)
    // The first of all is let through.
    for (const operation of [...operations.slice(0, 1), ...operations]) {
      const { headers, ...sent } = requestFor(operation, inputFor(operation, 0))
      seenOf(operation)((await fetch(toRequest({ ...sent, headers: { ...headers, authorization: `Bearer ${limited.key}` } }))).status)
    }
    const left = [...unseen].filter(([id]) => !bySignIn.has(id)).map(([id, statuses]) => [id, ...statuses])
    expect(left.filter(({ length }) => length > 1)).toEqual([])
    expect(await rowsOf()).toBe(rows)
  }, 60_000)

  it('leaves nothing that background work stumbles over, and no request that leaves the machine', async () => {
    await call('createWebhook', { url: 'https://hooks.example.com/last' })
    await call('createContact', { first_name: 'Last' })
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
  }, 60_000)

  const rowsOf = async () => (await Promise.all(twins.map((each) => each.rows()))).join('\n')

  const work = async () => {
    for (const { engine } of twins) await engine.tick()
    rows = await rowsOf()
  }

  const call: Call = async (id, input) => {
    const operation = operations.find((each) => each.id === id) as AnyOperation
    const { status, json, text } = await send(operation, requestFor(operation, input))
    if (status >= 300) throw new Error(`A recipe needs ${id}, which is refused: ${text}`)
    made.add(operation, json)
    return json
  }

  const post: Post = async (address, body, key) => {
    const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const { pathname } = new URL(address, 'http://crm.test')
    const asked = () => new Request(`http://crm.test${pathname}`, sent)
    const isOfApi = pathname.startsWith('/api/')
    const [text, other] = await Promise.all(
      twins.map(async ({ fetch, visit }) => (await (isOfApi ? fetch(asked()) : visit(asked()))).text()),
    )
    if (text === undefined || text !== other) throw new Error(`The databases differ: ${text} <> ${other}`)
    rows = await rowsOf()
    return JSON.parse(text)
  }

  function inputFor(operation: AnyOperation, round: number): Input {
    const all = inputs.get(operation.id) ?? []
    return made.resolve(all[round % all.length], operation) as Input
  }

  async function anewFor(operation: AnyOperation, round: number): Promise<Input> {
    const { from, to, ...others } = inputFor(operation, round)
    // A period has a name, or days.
    const input = others['period'] ? others : { ...others, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    const id = namesInPath(operation).includes('id') && (await fresh[collectionOf(operation.route)]?.(call))
    return id ? { ...input, id } : input
  }

  async function provoke(operation: AnyOperation, { plant, sent, status }: Provocation): Promise<void> {
    clock.plant = plant
    const answers = await Promise.all(twins.map(({ fetch }) => fetch(toRequest(sent))))
    clock.plant = undefined
    for (const { faults, log } of twins) [faults, log.errors].forEach((each) => each.splice(0))
    if (answers.every((each) => each.status === status)) seenOf(operation)(status)
  }

  async function send(operation: AnyOperation, sent: Sent, attack?: Attack): Promise<Answer> {
    const answers = await ask(sent, attack?.name === 'a malformed path' ? undefined : seenOf(operation))
    const [before, after] = [rows, await rowsOf()]
    rows = after
    judge(operation, sent, attack, answers, before, after)
    return answers[0] as Answer
  }

  const seenOf =
    ({ id }: AnyOperation) =>
    (status: number) =>
      unseen.get(id)?.delete(String(status))

  async function ask(sent: Sent, seen: (status: number) => unknown = () => undefined): Promise<Answer[]> {
    clock.advance(7)
    return await Promise.all(
      twins.map(async ({ name, fetch, faults }) => {
        const response = await fetch(toRequest(sent))
        const type = response.headers.get('content-type') ?? ''
        // A stream ends when its reader goes.
        if (type.startsWith('text/event-stream')) await response.body?.cancel()
        const text = response.bodyUsed ? '' : await response.text()
        const json: unknown = text === '' || !type.includes('json') ? undefined : JSON.parse(text)
        seen(response.status)
        return { name, status: response.status, headers: response.headers, text, json, faults: faults.splice(0) }
      }),
    )
  }

  function judge(
    operation: AnyOperation,
    sent: Sent,
    attack: Attack | undefined,
    answers: readonly Answer[],
    before: string,
    after: string,
  ): void {
    const known = documented.get(operation.id) ?? new Set<string>()
    complaints.push(...complaintsAbout({ operation, sent, attack, documented: known, before, after }, answers))
  }

  /** The attacks of one kind on every operation, in each round others, until each was made. */
  function attacksOf(expects: Attack['expects']) {
    const all = attacks.filter((each) => each.expects === expects)
    return operations.flatMap((operation) => {
      const pick = chance(seedOf(operation.id))
      const first = pick([...all.keys()])
      const share = all.filter((_, at) => rounds >= SHARE || (at + first) % SHARE < rounds)
      const times = Array.from({ length: Math.ceil(rounds / SHARE) }, (_, time) => time)
      return share.flatMap((attack) =>
        times.flatMap((time) => {
          const sent = attack.make(operation, inputFor(operation, time), pick)
          return sent ? [{ operation, attack, sent }] : []
        }),
      )
    })
  }
})

const stale = attacks.find(({ name }) => name === 'a version that nothing has')
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
