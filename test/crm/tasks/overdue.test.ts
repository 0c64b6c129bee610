import { expect, it } from 'vitest'
import { Engine } from 'rapport-crm'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const overdue = (engine: Engine, organization?: string) => eventsOf(engine, 'task.overdue', organization)

describeStorages('task.overdue', (open) => {
  it('fires once when the due time has passed', async () => {
    const { api, engine, clock } = await open(withEvents)
    const task = await api.tasks.create({ title: 'Call', due_at: '2026-01-15T10:00:00.000Z' })
    await engine.tick()
    expect(await overdue(engine)).toEqual([])
    clock.set('2026-01-15T10:00:00.000Z')
    await engine.tick()
    await engine.tick()
    clock.advance('1 day')
    await engine.tick()
    const events = await overdue(engine)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ entity_type: 'task', entity_id: task.id })
    expect(events[0]?.payload).toMatchObject({ title: 'Call', owner: 'ada@acme.test', due_at: '2026-01-15T10:00:00.000Z' })
    expect(events[0]?.data).toMatchObject({ record: { ...task, overdue: true } })
  })

  it('does not change the task: version and update time stay', async () => {
    const { api, engine, clock } = await open()
    const { id } = await api.tasks.create({ title: 'Call', due_at: '2026-01-15T10:00:00.000Z' })
    clock.advance('1 day')
    await engine.tick()
    expect(await api.tasks.get({ id })).toMatchObject({ version: 1, updated_at: '2026-01-15T09:00:00.000Z', overdue: true })
  })

  it('knows when the next task is due', async () => {
    const { api, engine } = await open()
    await api.tasks.create({ title: 'Later', due_at: '2026-01-15T12:00:00.000Z' })
    await api.tasks.create({ title: 'Sooner', due_at: '2026-01-15T09:00:00.500Z' })
    await api.tasks.create({ title: 'Never' })
    expect((await engine.tick())?.toISOString()).toBe('2026-01-15T09:00:00.500Z')
  })

  it('fires again for a new due time, and not for one that was fired before', async () => {
    const { api, engine, clock } = await open(withEvents)
    const { id } = await api.tasks.create({ title: 'Call', due_at: '2026-01-15T10:00:00.000Z' })
    const move = async (due_at: string) => {
      await api.tasks.update({ id, due_at })
      await engine.tick()
    }
    clock.set('2026-01-16T10:00:00.000Z')
    await engine.tick()
    await move('2026-01-16T11:00:00.000Z')
    clock.set('2026-01-16T12:00:00.000Z')
    await engine.tick()
    await move('2026-01-15T10:00:00.000Z')
    await move('2026-01-16T11:00:00.000Z')
    expect((await overdue(engine)).map(({ payload }) => payload['due_at'])).toEqual([
      '2026-01-15T10:00:00.000Z',
      '2026-01-16T11:00:00.000Z',
    ])
  })

  it('fires for open tasks only, and for one that is opened again', async () => {
    const { api, engine, clock } = await open(withEvents)
    const due_at = '2026-01-15T10:00:00.000Z'
    const done = await api.tasks.create({ title: 'Done', due_at })
    const gone = await api.tasks.create({ title: 'Gone', due_at })
    await api.tasks.create({ title: 'Cancelled', due_at, status: 'cancelled' })
    await api.tasks.complete({ id: done.id })
    await api.tasks.delete({ id: gone.id })
    clock.advance('1 day')
    await engine.tick()
    expect(await overdue(engine)).toEqual([])
    await api.tasks.update({ id: done.id, status: 'open' })
    await api.tasks.restore({ id: gone.id })
    await engine.tick()
    expect((await overdue(engine)).map(({ entity_id }) => entity_id).toSorted()).toEqual([done.id, gone.id].toSorted())
  })

  it('fires for the tasks of all organizations, more than one batch, each in its own event log', async () => {
    const { engine, clock } = await open(withEvents)
    for (const [organization, count] of [
      ['acme', 510],
      ['other', 3],
    ] as const) {
      const crm = engine.as({ ...ada, organization })
      for (let number = 0; number < count; number += 1)
        await crm.tasks.create({ title: `Call ${number}`, due_at: '2026-01-15T10:00:00.000Z' })
    }
    clock.advance('1 day')
    await engine.tick()
    for (const [organization, count] of [
      ['acme', 510],
      ['other', 3],
    ] as const) {
      const events = await overdue(engine, organization)
      expect(new Set(events.map(({ entity_id }) => entity_id)).size).toBe(count)
      expect(events).toHaveLength(count)
    }
  })
})

describeStorages(
  'task.overdue with several processes',
  (open) => {
    it('fires once although several processes look at the same time', async () => {
      const { api, engine, clock, place } = await open(withEvents)
      const others = await Promise.all([1, 2].map(() => open({ ...withEvents, place, clock })))
      for (let number = 0; number < 60; number += 1) await api.tasks.create({ title: `Call ${number}`, due_at: '2026-01-15T10:00:00.000Z' })
      clock.advance('1 day')
      await Promise.all([engine, ...others.map((each) => each.engine)].map((each) => each.tick()))
      const events = await overdue(engine)
      expect(events).toHaveLength(60)
      expect(new Set(events.map(({ entity_id }) => entity_id)).size).toBe(60)
    })
  },
  ['PostgreSQL'],
)
