import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type Actor, operation, plugin } from 'rapport-crm'
import { expect, test } from 'vitest'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { aContact } from '../../support/builders.ts'
import { ada, describeEveryStorage, describeStorages, type Opened } from '../../support/storages.ts'
import { happen } from '../../integration/webhooks/lab.ts'

// On PostgreSQL an event shows once no older transaction of the whole server is open, those of other tests included: the
// stream looks again after a second of the clock.
function taking({ api, clock }: Opened) {
  const nudged = async <T>(next: Promise<T>): Promise<T> => {
    for (;;) {
      clock.advance(1000)
      const came = await Promise.race([next, api.events.list({ limit: 1 }).then(() => undefined)])
      if (came) return came
    }
  }
  return async <T>(stream: AsyncIterableIterator<T>, count: number): Promise<T[]> => {
    const items: T[] = []
    while (items.length < count) {
      const { done, value } = await nudged(stream.next())
      if (done) break
      items.push(value)
    }
    return items
  }
}

describeEveryStorage('the stream of events', (open) => {
  test('goes on as events happen, from now on, each as in the log and with its id', async () => {
    const lab = await open()
    const { api } = lab
    const take = taking(lab)
    await happen(api)
    const stream = await api.events.stream()
    const coming = take(stream, 2)
    await happen(api, 2)
    const items = await coming
    const { events } = await api.events.list({ limit: 2 })
    expect(items.map(({ data }) => data)).toEqual(events.toReversed())
    expect(items.map(({ id }) => id)).toEqual(events.toReversed().map(({ id }) => String(id)))
    await stream.return?.()
  })

  test('goes on behind the event that is named, and from the first one behind 0', async () => {
    const lab = await open()
    const { api } = lab
    const take = taking(lab)
    await happen(api, 3)
    const all = await take(await api.events.stream({ after: '0' }), 3)
    expect(all.map(({ data }) => data.type)).toEqual(['contact.created', 'contact.created', 'contact.created'])
    const rest = await take(await api.events.stream({ after: all[0]?.id ?? '' }), 2)
    expect(rest).toEqual(all.slice(1))
    const { events, next_cursor } = await api.events.list({ order: 'asc', after: all[1]?.id ?? '' })
    expect(events.map(({ id }) => String(id))).toEqual([all[2]?.id])
    await happen(api)
    expect((await take(await api.events.stream({ after: next_cursor ?? '' }), 1))[0]?.data.id).toBeGreaterThan(events[0]?.id ?? 0)
  })

  test('can be limited to one type, and shows its own organization only', async () => {
    const lab = await open()
    const { api, engine } = lab
    const take = taking(lab)
    const stranger = engine.as({ ...ada, organization: 'globex', user: 'hank@globex.test' })
    const stream = await api.events.stream({ type: 'task.created', after: '0' })
    await stranger.tasks.create({ title: 'Theirs' })
    await api.contacts.create(aContact({ email: 'stream@gmail.com' }))
    await api.tasks.create({ title: 'Ours' })
    expect(await take(stream, 1)).toMatchObject([{ data: { type: 'task.created', payload: { title: 'Ours' } } }])
    const ours = (await api.events.list({ limit: 1 })).events[0]?.id
    await stranger.tasks.create({ title: 'Another' })
    await stranger.tasks.create({ title: 'A third' })
    const foreign = (await stranger.events.list({ limit: 1 })).events[0]?.id
    expect(foreign).toBeGreaterThan(Number(ours))
    await expect(api.events.stream({ after: String(foreign) })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/after', code: 'unknown_event' }] },
    })
    await stream.return?.()
  })

  test('is refused for an unknown type, a wrong cursor and without the scope read', async () => {
    const { api, engine } = await open()
    await expect(api.events.stream({ type: 'deal.lots' })).rejects.toMatchObject({ details: { errors: [{ path: '/type' }] } })
    for (const after of ['', 'x', '-1', '1.5', '99999999'])
      await expect(api.events.stream({ after })).rejects.toMatchObject({ details: { errors: [{ path: '/after' }] } })
    const blind = engine.as({ ...ada, scopes: new Set(['write']) })
    await expect(blind.events.stream()).rejects.toMatchObject({ code: 'insufficient_scope' })
  })

  test('ends when its reader has enough, and with the engine', async () => {
    const { api, engine } = await open()
    for await (const { data } of await (async () => {
      await happen(api)
      return api.events.stream({ after: '0' })
    })()) {
      expect(data.type).toBe('contact.created')
      break
    }
    const waiting = (await api.events.stream()).next()
    const reading = await api.events.stream({ after: '0' })
    await reading.next()
    await engine.close()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(await reading.next()).toEqual({ done: true, value: undefined })
  })

  test('tells its reader when the log cannot be read, and is over then', async () => {
    const { api, engine, clock } = await open({ plugins: [renaming] })
    const rename = (from: string, to: string) => engine.call(renaming.operations.tables.rename, { from, to }, ada)
    const stream = await api.events.stream()
    const failure = stream.next().catch((error: unknown) => error)
    await rename('events', 'events_away')
    try {
      const failed = await untilSettled(failure, clock)
      expect(failed).toBeInstanceOf(Error)
      expect(await stream.next()).toEqual({ done: true, value: undefined })
    } finally {
      await rename('events_away', 'events')
    }
    expect((await api.events.stream({ after: '0' })).return).toBeTypeOf('function')
  })

  test('is open 10 times at most for one user, by whatever key, and 50 times in one organization; a stream that ends makes room', async () => {
    const { engine } = await open()
    const of = (user: string, more: Partial<Actor> = {}) => engine.as({ ...ada, user, ...more }).events
    const streams = await Promise.all(Array.from({ length: 10 }, () => of('ada@acme.test').stream()))
    const via = { type: 'api_key', id: 'another', label: 'Another' } as const
    await expect(of('Ada@acme.test', { user_id: 'u1', via }).stream()).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retry_after: 10 },
    })
    for (const user of ['b', 'c', 'd', 'e']) for (let at = 0; at < 10; at += 1) streams.push(await of(`${user}@acme.test`).stream())
    await expect(of('f@acme.test').stream()).rejects.toMatchObject({ code: 'rate_limited', details: { retry_after: 10 } })
    await of('f@globex.test', { organization: 'globex' }).stream()
    await streams[0]?.return?.()
    await streams[0]?.return?.()
    await of('f@acme.test').stream()
    await expect(of('f@acme.test').stream()).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describeStorages(
  'the stream of events beside other processes',
  (open) => {
    test('shows what another process commits, within a second where nothing says so sooner', async () => {
      const lab = await open()
      const other = await open({ place: lab.place, clock: lab.clock })
      const stream = await lab.api.events.stream()
      await happen(other.api)
      expect(await taking(lab)(stream, 1)).toMatchObject([{ data: { type: 'contact.created' } }])
      await stream.return?.()
    })
  },
  ['PostgreSQL'],
)

// Takes the log from under its readers, as a fault of the database would.
const renaming = plugin({
  name: 'renaming',
  version: '1.0.0',
  operations: {
    tables: {
      rename: operation({
        id: 'renameTable',
        summary: 'Give a table another name',
        scope: 'write',
        route: 'POST /tables/rename',
        input: Type.Object({ from: Type.String(), to: Type.String() }),
        output: Type.Object({}),
        unitOfWork: false,
        uses: { database: Database },
        async handle({ from, to }, { database }) {
          await sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(database.tables())
          return {}
        },
      }),
    },
  },
})

async function untilSettled<T>(work: Promise<T>, clock: Opened['clock']): Promise<T> {
  const settled = new AbortController()
  const settle = () => settled.abort()
  work.then(settle, settle)
  while (!settled.signal.aborted) {
    clock.advance(1000)
    await new Promise(setImmediate)
  }
  return await work
}
