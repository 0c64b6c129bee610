import { type DispatchedEvent, type Engine, type EventConsumer, plugin } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeEveryStorage } from '../../support/storages.ts'
import { TestClock } from '../../support/clock.ts'
import { Endpoints, Lines } from '../../integration/webhooks/lab.ts'
import { Lab, step } from '../../quality/workflows/lab.ts'
import { rowsOf, traceProbe } from '../../quality/workflows/traces.ts'

// Module state, because the engine makes the consumer itself; each test begins with a clean one.
let seen: DispatchedEvent[] = []
let refused = ''

// Runs whose steps are done as a set; the events of a few are left to the dispatcher.
const MANY = 24

/** Refuses one type of events. */
class Refusing implements EventConsumer {
  static readonly uses = {}
  async consume(events: readonly DispatchedEvent[]): Promise<void> {
    if (events.some(({ type }) => type === refused)) {
      refused = ''
      throw new Error('not today')
    }
    seen.push(...events)
  }
}

const refusing = plugin({ name: 'refusing', version: '1.0.0', consumers: [Refusing] })

const waiting = async (engine: Engine) => (await rowsOf(engine, 'event_dispatches')).filter(({ processed_at }) => processed_at === null)

const inOrder = (events: readonly { readonly id: number }[]) => events.map(({ id }) => id).toSorted((left, right) => left - right)

describeEveryStorage('the events of steps', (open, name) => {
  const lab = async () => {
    ;[seen, refused] = [[], '']
    const clock = new TestClock()
    const [http, log] = [new Endpoints(clock), new Lines()]
    const use = await Lab.open(open, { plugins: [refusing, traceProbe], kept: false, clock, ports: [http, log] })
    await use.api.webhooks.create({ url: 'https://hooks.acme.test/in', events: ['contact.tags_changed'] })
    const first = await use.workflow([step('add_tag', { tag: 'hot' }), step('create_task', { title: 'Call' })])
    const second = await use.workflow([step('adjust_score', { points: 5 })], { trigger: { type: 'contact.tags_changed' } })
    return { ...use, use, http, log, first, second }
  }

  it('are passed on once and in their order, and lead to runs and deliveries', async () => {
    const { use, http, first, second, engine } = await lab()
    await use.enroll(first, ...(await use.contacts(MANY)))
    const runs = await use.runs(second)
    expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 'completed'))
    expect(http.sent).toHaveLength(MANY)
    const events = await rowsOf(engine, 'events')
    expect(await waiting(engine)).toEqual([])
    const own = seen.filter(({ user_from }) => user_from === 'acme')
    expect(inOrder(own)).toEqual(inOrder(events.map(({ id }) => ({ id: Number(id) }))))
    // Two transactions at a time number theirs on PostgreSQL; those of one record are in one of them.
    for (const theirs of Map.groupBy(own, ({ entity_id }) => (name === 'PostgreSQL' ? entity_id : '')).values())
      expect(theirs.map(({ id }) => id)).toEqual(inOrder(theirs))
    const told = own.find(({ type }) => type === 'contact.tags_changed')
    expect(told).toMatchObject({ entity_type: 'contact', cause_chain: [first], actor: { type: 'workflow' }, created_at: expect.any(Date) })
    expect(JSON.parse(told?.payload ?? '')).toMatchObject({ added: ['hot'] })
  })

  it('fail no run when a consumer refuses them: they are passed on again', async () => {
    const { use, http, log, first, second, engine } = await lab()
    const contacts = await use.contacts(MANY)
    await engine.tick()
    refused = 'contact.tags_changed'
    await use.api.workflows.enroll({ id: first, ids: contacts })
    // Where the dispatcher comes to them later, it fails, and tells so.
    await engine.tick().catch(() => undefined)
    await engine.tick()
    const warnings = log.lines.filter(({ level }) => level === 'warn').map(({ message }) => message)
    if (name !== 'PostgreSQL')
      expect(warnings).toContain('Events could not be dispatched with what made them, and will be by the dispatcher')
    const states = async (id: string) => new Set((await use.runs(id)).map(({ status }) => status))
    expect(await states(first)).toEqual(new Set(['completed']))
    expect(await states(second)).toEqual(new Set(['completed']))
    expect(await use.runs(second)).toHaveLength(MANY)
    expect(http.sent).toHaveLength(MANY)
    expect(await waiting(engine)).toEqual([])
    expect(seen.filter(({ type }) => type === 'contact.tags_changed')).toHaveLength(MANY)
  })
})
