import { type Actor, scopes } from 'rapport-crm'
import { afterEach, expect, test, vi } from 'vitest'
import { EventLog } from '../../../core/kernel/events/service.ts'
import { aContact } from '../../support/builders.ts'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

type Stream = Awaited<ReturnType<Opened['api']['events']['stream']>>

const bob: Actor = { organization: 'acme', user: 'bob@acme.test', role: 'member', scopes: new Set(scopes), visibility: 'own' }
const cleo: Actor = { ...bob, user: 'cleo@acme.test' }
const dan: Actor = { ...bob, user: 'dan@acme.test', visibility: 'all' }

/** Counts how often the log is read for streams. */
function countReads() {
  const spies = [vi.spyOn(EventLog.prototype, 'follow'), vi.spyOn(EventLog.prototype, 'followWithOwners')]
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
}

/** Waits for streams; answers how often it moved the clock for them, each of which is a reason to read the log again. */
async function settled<T>({ api, clock }: Opened, work: Promise<T>): Promise<{ value: T; nudges: number }> {
  for (let nudges = 0; ; nudges += 1) {
    const value = await Promise.race([work.then((each) => [each] as const), api.events.list({ limit: 1 }).then(() => undefined)])
    if (value) return { value: value[0], nudges }
    clock.advance(1000)
  }
}

async function take(stream: Stream, count: number): Promise<string[]> {
  const names: string[] = []
  while (names.length < count) names.push(String((await stream.next()).value?.data.payload['name']).replace(/ X$/, ''))
  return names
}

// A set is written in the order of its keys.
const numbered = (at: number) => `N${String(at).padStart(3, '0')}`

const named = (first_name: string, owner = ada.user) =>
  aContact({ first_name, last_name: 'X', email: `${first_name.toLowerCase().replaceAll(' ', '.')}@gmail.com`, owner_email: owner })

describeStorages('the streams of an organization', (open) => {
  afterEach(() => vi.restoreAllMocks())

  const invited = async () => {
    const lab = await open()
    for (const { user } of [ada, bob, cleo, dan]) await lab.api.users.invite({ email: user })
    return lab
  }

  test('share one read of the log for each commit, and all get every event once and in order', async () => {
    const lab = await invited()
    const { api, engine } = lab
    const streams = [...(await opened(engine.as(ada).events, 10)), ...(await opened(engine.as(dan).events, 10))]
    // Once around, so that all of them have come to the end of the log.
    const first = streams.map((each) => take(each, 1))
    await api.contacts.create(named('First'))
    await settled(lab, Promise.all(first))
    const reads = countReads()
    const coming = streams.map((each) => take(each, 3))
    await api.contacts.create(named('Second'))
    await api.contacts.create(named('Third'))
    await api.contacts.create(named('Fourth'))
    const { value, nudges } = await settled(lab, Promise.all(coming))
    expect(value).toEqual(streams.map(() => ['Second', 'Third', 'Fourth']))
    expect(reads()).toBeLessThanOrEqual(4 + nudges)
    for (const each of streams) await each.return?.()
  })

  test('show each user what the list shows them, also where others see more, and share the reads in spite of it', async () => {
    const lab = await invited()
    const { api, engine } = lab
    const callers = [bob, cleo, ada]
    const streams = await Promise.all(callers.map((each) => engine.as(each).events.stream({ type: 'contact.created' })))
    const names = ['Bobs', 'Cleos', 'Adas', 'Bobs too', 'Cleos too']
    const owners = [bob, cleo, ada, bob, cleo]
    const first = streams.map((each, at) => take(each, at === 2 ? 3 : 1))
    for (const at of [0, 1, 2]) await api.contacts.create(named(names[at] ?? '', owners[at]?.user))
    await settled(lab, Promise.all(first))
    const reads = countReads()
    const second = streams.map((each, at) => take(each, at === 2 ? 2 : 1))
    for (const at of [3, 4]) await api.contacts.create(named(names[at] ?? '', owners[at]?.user))
    const { value, nudges } = await settled(lab, Promise.all(second))
    expect(await Promise.all(first)).toEqual([['Bobs'], ['Cleos'], ['Bobs', 'Cleos', 'Adas']])
    expect(value).toEqual([['Bobs too'], ['Cleos too'], ['Bobs too', 'Cleos too']])
    expect(reads()).toBeLessThanOrEqual(3 + nudges)
    for (const [at, caller] of callers.entries()) {
      const { events } = await engine.as(caller).events.list({ type: 'contact.created', order: 'asc' })
      expect(events).toHaveLength(at === 2 ? 5 : 2)
    }
  })

  test('are not read for what happens in another organization', async () => {
    const lab = await invited()
    const { api, engine } = lab
    const eve: Actor = { ...ada, organization: 'other', user: 'eve@other.test' }
    await engine.access.createOrganization({ id: 'other', admin: eve.user })
    const [own, others] = [await api.events.stream(), await engine.as(eve).events.stream()]
    const first = [take(own, 1), take(others, 1)]
    await api.contacts.create(named('Own'))
    await engine.as(eve).contacts.create({ first_name: 'Other', last_name: 'X' })
    await settled(lab, Promise.all(first))
    const organizations: string[] = []
    const follow = EventLog.prototype.follow
    vi.spyOn(EventLog.prototype, 'follow').mockImplementation(async function (this: EventLog, part) {
      const page = await follow.call(this, part)
      organizations.push(...page.events.map(({ payload }) => String(payload['name'])), `up to ${page.events.length}`)
      return page
    })
    const more = take(own, 3)
    for (const name of ['Second', 'Third', 'Fourth']) await api.contacts.create(named(name))
    expect((await settled(lab, more)).value).toEqual(['Second', 'Third', 'Fourth'])
    // Of the other one nothing is read, where each commit led to a read before.
    expect(organizations.filter((each) => each === 'up to 0')).toEqual([])
    const last = take(others, 1)
    await engine.as(eve).contacts.create({ first_name: 'Last', last_name: 'X' })
    expect((await settled(lab, last)).value).toEqual(['Last'])
    for (const each of [own, others]) await each.return?.()
  })

  test('join the shared reads from behind without a gap, while events keep coming', async () => {
    const lab = await invited()
    const { api } = lab
    await api.contacts.bulkUpsert({ records: Array.from({ length: 450 }, (_, at) => named(numbered(at))) })
    const running = await api.events.stream()
    const ahead = take(running, 20)
    const behind = take(await api.events.stream({ after: '0', type: 'contact.created' }), 470)
    for (let at = 450; at < 470; at += 1) await api.contacts.create(named(numbered(at)))
    const { value } = await settled(lab, Promise.all([ahead, behind]))
    expect(value).toEqual([Array.from({ length: 20 }, (_, at) => numbered(at + 450)), Array.from({ length: 470 }, (_, at) => numbered(at))])
  })

  test('let a slow reader fall back to pages of its own, and keep no more for it than that', async () => {
    const lab = await invited()
    const { api } = lab
    const [slow, fast] = [await api.events.stream(), await api.events.stream()]
    const started = [take(slow, 1), take(fast, 1)]
    await api.contacts.create(named('Zero'))
    await settled(lab, Promise.all(started))
    const numbers = Array.from({ length: 900 }, (_, at) => numbered(at))
    const all = take(fast, 900)
    for (const part of [0, 300, 600]) await api.contacts.bulkUpsert({ records: numbers.slice(part, part + 300).map((each) => named(each)) })
    expect((await settled(lab, all)).value).toEqual(numbers)
    const reads = countReads()
    expect((await settled(lab, take(slow, 900))).value).toEqual(numbers)
    expect(reads()).toBeGreaterThan(1)
  })

  test('give events that nobody can change for the others, whoever read them', async () => {
    const lab = await invited()
    const { api } = lab
    await api.contacts.create(named('Before'))
    // What is in the log already each stream reads by itself; what comes then is read once for all.
    const streams = [await api.events.stream({ after: '0', type: 'contact.created' }), await api.events.stream({ type: 'contact.created' })]
    const coming = Promise.all(streams.map((each) => each.next()))
    await api.contacts.create(named('Shared'))
    const first = await settled(lab, coming)
    const [late] = streams
    const second = await settled(lab, late!.next())
    const events = [...first.value, second.value].map((each) => each?.value?.data.payload as Record<string, unknown>)
    expect(events.map((each) => each['name'])).toEqual(['Before X', 'Shared X', 'Shared X'])
    for (const each of events) expect(() => (each['name'] = 'Changed')).toThrow(TypeError)
  })
})

const opened = (events: Opened['api']['events'], count: number) => Promise.all(Array.from({ length: count }, () => events.stream()))
