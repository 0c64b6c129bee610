import { plugin } from 'rapport-crm'
import { expect, test, vi } from 'vitest'
import { Contact } from '../../../core/crm/contacts/entity.ts'
import type { BackgroundLoop } from '../../../core/kernel/operation/background-loop.ts'
import { TestClock } from '../../support/clock.ts'
import { describeEveryStorage, describeStorages } from '../../support/storages.ts'
import { Endpoints, happen } from '../../integration/webhooks/lab.ts'

// Module state, because the engine makes the loop itself; each test begins with a clean one.
const rounds: Date[] = []

class Rounds implements BackgroundLoop {
  readonly watches = [Contact]

  async run(now: Date): Promise<null> {
    rounds.push(now)
    return null
  }
}

const counting = plugin({ name: 'counting', version: '1.0.0', loops: [Rounds] })

// What the rounds answer, in the order in which they begin; a test decides in which order they end.
let answers: Promise<Date | null>[] = []

class Answers implements BackgroundLoop {
  readonly watches = [Contact]

  async run(): Promise<Date | null> {
    return (await answers.shift()) ?? null
  }
}

const answering = plugin({ name: 'answering', version: '1.0.0', loops: [Answers] })

describeEveryStorage('what wakes background work', (open) => {
  // The clock stands still: without being woken, no loop would have a second round.
  test('a commit leads to its delivery, to the run of a workflow with its call, and to the work of a job', async () => {
    const clock = new TestClock()
    const http = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [http] })
    await api.webhooks.create({ url: 'https://example.com/delivery', events: ['contact.created'] })
    const { id } = await api.workflows.create({
      name: 'Tell',
      trigger: { type: 'contact.created' },
      steps: [
        { type: 'add_tag', config: { tag: 'new' } },
        { type: 'http_request', config: { method: 'POST', url: 'https://example.com/step', body: '{}' } },
        { type: 'add_tag', config: { tag: 'told' } },
      ],
    })
    await api.workflows.activate({ id })
    await engine.start()
    const contact = await api.contacts.create({ email: 'bo@acme.test' })
    await vi.waitFor(async () => expect((await api.contacts.get({ id: contact.id })).tags).toEqual(['new', 'told']), 10_000)
    await vi.waitFor(
      () => expect(http.sent.map(({ url }) => url).toSorted()).toEqual(['https://example.com/delivery', 'https://example.com/step']),
      10_000,
    )
    const started = await api.exports.create({ object: 'contacts', format: 'csv' })
    await vi.waitFor(async () => expect(await api.exports.get({ id: started.id })).toMatchObject({ state: 'done' }), 10_000)
  }, 30_000)
})

describeStorages(
  'a tick',
  (open) => {
    test('runs a loop where what it watches was written, and once a second', async () => {
      const { api, engine, clock } = await open({ plugins: [counting] })
      await engine.tick()
      rounds.length = 0
      await engine.tick()
      await api.tags.list({})
      await engine.tick()
      await api.webhooks.create({ url: 'https://example.com/' })
      await engine.tick()
      expect(rounds).toEqual([])
      await happen(api)
      await engine.tick()
      expect(rounds.length).toBeGreaterThan(0)
      rounds.length = 0
      clock.advance('1 second')
      await engine.tick()
      expect(rounds).toHaveLength(1)
    })
  },
  ['SQLite memory', 'SQLite file'],
)

describeStorages(
  'two ticks at once',
  (open) => {
    test('go on with what one has left, although the other saw it in hand and ended later', async () => {
      const { engine, clock } = await open({ plugins: [answering] })
      const now = clock.now()
      const [holder, other, last] = [1, 2, 3].map(() => Promise.withResolvers<Date | null>())
      if (!holder || !other || !last) throw new Error('Three were asked for')
      answers = [holder.promise, other.promise, last.promise]
      const ticks = [engine.tick(), engine.tick()]
      await vi.waitFor(() => expect(answers).toHaveLength(1))
      holder.resolve(now)
      other.resolve(new Date(now.getTime() + 60_000))
      last.resolve(null)
      await Promise.all(ticks)
      expect(answers).toEqual([])
    })
  },
  ['SQLite memory'],
)

// A write that nobody waits for ends while a later loop has its round, and the loop that it concerns has had its own.
let late: (() => Promise<unknown>) | undefined

class Late implements BackgroundLoop {
  readonly watches = [Contact]

  async run(): Promise<null> {
    const write = late
    late = undefined
    await write?.()
    return null
  }
}

describeStorages(
  'a tick during which a write ends',
  (open) => {
    test('looks once more, although nothing runs any longer and nothing was due', async () => {
      const { engine, api } = await open({ plugins: [counting, plugin({ name: 'late', version: '1.0.0', loops: [Late] })] })
      await engine.tick()
      rounds.length = 0
      late = () => api.contacts.create({ email: 'late@example.com' })
      await api.contacts.create({ email: 'first@example.com' })
      await engine.tick()
      expect(rounds).toHaveLength(2)
    })
  },
  ['SQLite memory'],
)

describeStorages(
  'a tick beside another process',
  (open) => {
    test('runs every loop where that one has committed', async () => {
      const here = await open({ plugins: [counting] })
      const there = await open({ place: here.place, plugins: [counting] })
      await here.engine.tick()
      rounds.length = 0
      await happen(there.api)
      await here.engine.tick()
      expect(rounds.length).toBeGreaterThan(0)
    })
  },
  ['PostgreSQL'],
)
