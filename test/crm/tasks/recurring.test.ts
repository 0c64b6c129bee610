import { expect, it } from 'vitest'
import { daysOf, type Recurrence } from '../../../core/crm/tasks/recurrence.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const fault = (path: string, code: string) => ({ code: 'invalid_input', details: { errors: [{ path, code }] } })

it.each<[Recurrence, due: string, monthday: number, today: string, expected: readonly string[]]>([
  [{ frequency: 'daily' }, '2026-01-15', 15, '2026-01-15', ['2026-01-16', '2026-01-17']],
  [{ frequency: 'daily', interval: 3 }, '2026-01-15', 15, '2026-01-25', ['2026-01-27', '2026-01-30']],
  [{ frequency: 'weekly' }, '2026-01-15', 15, '2026-01-01', ['2026-01-22', '2026-01-29']],
  [{ frequency: 'weekly', weekdays: [5, 1] }, '2026-01-15', 15, '2026-01-15', ['2026-01-16', '2026-01-19', '2026-01-23']],
  [{ frequency: 'weekly', interval: 2, weekdays: [1, 5] }, '2026-01-16', 16, '2026-01-16', ['2026-01-26', '2026-01-30', '2026-02-09']],
  [{ frequency: 'weekly', interval: 2, weekdays: [7] }, '2026-01-18', 18, '2026-03-01', ['2026-03-01', '2026-03-15']],
  [{ frequency: 'monthly' }, '2026-01-31', 31, '2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30']],
  [{ frequency: 'monthly' }, '2026-02-28', 31, '2026-02-28', ['2026-03-31', '2026-04-30']],
  [{ frequency: 'monthly', interval: 5 }, '2025-12-10', 10, '2026-06-01', ['2026-10-10', '2027-03-10']],
  [{ frequency: 'yearly' }, '2024-02-29', 29, '2024-02-29', ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
])('%j after %s goes on as the calendar says', (recurrence, due, monthday, today, expected) => {
  const days: string[] = []
  for (const day of daysOf(recurrence, { due, monthday }, today)) if (days.push(day) === expected.length) break
  expect(days).toEqual(expected)
})

describeStorages('Recurring tasks', (open) => {
  it('make the next one when they are completed, once, at the same time of day whatever the clocks do', async () => {
    const { api, clock } = await open()
    await api.organization.update({ timezone: 'Europe/Vienna' } as never)
    const { id: lead_id } = await api.contacts.create({ first_name: 'Anna' })
    clock.set('2026-03-23T08:00:00Z')
    const first = await api.tasks.create({
      title: 'Call',
      type: 'call',
      priority: 'high',
      lead_id,
      due_at: '2026-03-23T09:00:00+01:00',
      remind_at: '2026-03-23T08:30:00+01:00',
      recurrence: { frequency: 'weekly' },
    })
    expect(first).toMatchObject({ recurrence: { frequency: 'weekly' }, series_id: null, occurrence: null })
    await api.tasks.complete({ id: first.id })
    const next = async () => (await api.tasks.list({ status: 'open' })).tasks
    const [second] = await next()
    expect(second).toMatchObject({
      title: 'Call',
      type: 'call',
      priority: 'high',
      lead_id,
      owner_email: ada.user,
      status: 'open',
      // The clocks have gone forward meanwhile.
      due_at: '2026-03-30T07:00:00.000Z',
      remind_at: '2026-03-30T06:30:00.000Z',
      series_id: first.id,
      occurrence: 2,
    })
    await api.tasks.complete({ id: first.id })
    await api.tasks.reopen({ id: first.id })
    await api.tasks.update({ id: first.id, status: 'completed' })
    expect((await next()).map(({ id }) => id)).toEqual([second!.id])
    await api.tasks.delete({ id: second!.id })
    await api.tasks.reopen({ id: first.id })
    await api.tasks.complete({ id: first.id })
    expect(await next()).toEqual([])
  })

  it('go on alike by updates and sets of many, and skip what has passed', async () => {
    const { api, clock } = await open()
    clock.set('2026-01-15T10:00:00Z')
    const recurrence = { frequency: 'daily' } as const
    const due_at = '2026-01-10T12:00:00Z'
    const { results } = await api.tasks.bulkUpsert({
      records: [1, 2].map((at) => ({ title: `T${at}`, due_at, recurrence, external_ids: [{ provider: 'custom:x', id: String(at) }] })),
    })
    const { id } = await api.tasks.create({ title: 'T3', due_at, recurrence })
    await api.tasks.update({ id, status: 'completed' })
    await api.tasks.bulkUpsert({ records: results.map((each) => ({ id: each.id!, status: 'completed' as const })) })
    await api.tasks.bulkUpsert({ records: results.map((each) => ({ id: each.id!, status: 'completed' as const })) })
    const { tasks } = await api.tasks.list({ status: 'open' })
    expect(tasks.map(({ title }) => title).toSorted()).toEqual(['T1', 'T2', 'T3'])
    expect(new Set(tasks.map((each) => each.due_at))).toEqual(new Set(['2026-01-15T12:00:00.000Z']))
    expect(tasks.map((each) => each.series_id).toSorted()).toEqual([id, ...results.map((each) => each.id)].toSorted())
  })

  it('end after their number, behind their last day, and when they are cancelled or no longer come again', async () => {
    const { api, clock } = await open()
    clock.set('2026-01-15T10:00:00Z')
    const due_at = '2026-01-15T12:00:00Z'
    const completed = async (id: string) => {
      await api.tasks.complete({ id })
      return (await api.tasks.list({ status: 'open' })).tasks[0]
    }
    const made = async (recurrence: Recurrence) => (await api.tasks.create({ title: 'T', due_at, recurrence })).id
    const second = await completed(await made({ frequency: 'daily', count: 2 }))
    expect(second).toMatchObject({ occurrence: 2 })
    expect(await completed(second!.id)).toBeUndefined()
    const last = await completed(await made({ frequency: 'daily', until: '2026-01-16' }))
    expect(last).toMatchObject({ due_at: '2026-01-16T12:00:00.000Z' })
    expect(await completed(last!.id)).toBeUndefined()
    const stopped = await made({ frequency: 'daily' })
    await api.tasks.update({ id: stopped, recurrence: null })
    expect(await completed(stopped)).toBeUndefined()
    await api.tasks.update({ id: await made({ frequency: 'daily' }), status: 'cancelled' })
    expect((await api.tasks.list({ status: 'open' })).tasks).toEqual([])
    const far = await api.tasks.create({ title: 'T', due_at: '9999-06-01T12:00:00Z', recurrence: { frequency: 'yearly' } })
    expect(await completed(far.id)).toBeUndefined()
  })

  it('keep the day of the month on which they began, and follow who moves them to another', async () => {
    const { api, clock } = await open()
    clock.set('2026-01-31T10:00:00Z')
    let { id } = await api.tasks.create({ title: 'T', due_at: '2026-01-31T12:00:00Z', recurrence: { frequency: 'monthly' } })
    const days: string[] = []
    for (const moved of [undefined, undefined, '2026-04-12T12:00:00Z', undefined]) {
      await api.tasks.complete({ id })
      const [next] = (await api.tasks.list({ status: 'open' })).tasks
      days.push(String(next?.due_at).slice(0, 10))
      id = next!.id
      if (moved) await api.tasks.update({ id, due_at: moved })
    }
    expect(days).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-12'])
  })

  it('are refused without a due time, and for what does not go together; unique properties stay with the first', async () => {
    const { api } = await open()
    const due_at = '2026-01-15T12:00:00Z'
    const make = (recurrence: object, due: string | null = due_at) => api.tasks.create({ title: 'T', due_at: due, recurrence } as never)
    await expect(make({ frequency: 'daily' }, null)).rejects.toMatchObject(fault('/due_at', 'required'))
    await expect(make({ frequency: 'daily', weekdays: [1] })).rejects.toMatchObject(fault('/recurrence/weekdays', 'not_allowed'))
    await expect(make({ frequency: 'daily', until: '2026-02-01', count: 3 })).rejects.toMatchObject(fault('/recurrence/count', 'ambiguous'))
    await expect(make({ frequency: 'hourly' })).rejects.toMatchObject({ code: 'invalid_input' })
    const { id } = await api.tasks.create({ title: 'T', due_at, recurrence: { frequency: 'daily' } })
    await expect(api.tasks.update({ id, due_at: null })).rejects.toMatchObject(fault('/due_at', 'required'))
    await expect(api.tasks.update({ id, occurrence: 5 } as never)).rejects.toMatchObject({ code: 'invalid_input' })
    for (const [name, unique] of [
      ['ticket', true],
      ['room', false],
    ] as const)
      await api.properties.create({ object: 'tasks', name, type: 'text', unique })
    await api.tasks.update({ id, custom: { ticket: 'X1', room: '7' } })
    await api.tasks.complete({ id })
    expect((await api.tasks.list({ status: 'open' })).tasks.find((each) => each.series_id === id)?.custom).toEqual({ room: '7' })
  })
})
