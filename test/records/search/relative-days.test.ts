import { expect, it } from 'vitest'
import { describeStorages, type Opened } from '../../support/storages.ts'

const day = (field: string, op: string, value: unknown) => ({ field, op, value })

describeStorages('Days that are meant by today', (open) => {
  const found = async ({ api }: Opened, filter: unknown) =>
    (await api.deals.search({ filter: filter as never, sort: 'name' })).deals.map(({ name }) => name).join('')

  it('are understood by searches and lists of days, times and custom properties, in the zone of the organization', async () => {
    const opened = await open()
    const { api, clock } = opened
    clock.set('2026-01-16T03:00:00Z')
    await api.organization.update({ timezone: 'America/New_York' })
    await api.properties.create({ object: 'deals', name: 'renewal', label: 'Renewal', type: 'date' })
    await api.properties.create({ object: 'deals', name: 'signed', label: 'Signed', type: 'datetime', indexed: true })
    await api.properties.create({ object: 'deals', name: 'expires', label: 'Expires', type: 'date', indexed: true })
    // In New York it is still January 15, a Thursday.
    const days = { A: '2025-12-31', B: '2026-01-14', C: '2026-01-15', D: '2026-01-16', E: '2026-01-18', F: '2026-01-19' }
    for (const [name, close_date] of Object.entries(days))
      await api.deals.create({ name, close_date, custom: { renewal: close_date, expires: close_date, signed: `${close_date}T04:30:00Z` } })
    const cases: readonly (readonly [op: string, value: unknown, expected: string])[] = [
      ['eq', 'today', 'C'],
      ['neq', 'today', 'ABDEF'],
      ['in', 'yesterday, tomorrow', 'BD'],
      ['in', ['-1d', '+1d'], 'BD'],
      ['eq', 'this week', 'BCDE'],
      ['gt', 'this week', 'F'],
      ['gte', 'this week', 'BCDEF'],
      ['lt', 'this week', 'A'],
      ['lte', 'this week', 'ABCDE'],
      ['eq', 'last month', 'A'],
      ['gte', '-1d', 'BCDEF'],
      ['lt', '+3d', 'ABCD'],
    ]
    for (const field of ['close_date', 'custom.renewal', 'custom.expires'])
      for (const [op, value, expected] of cases) {
        expect([field, op, value, await found(opened, day(field, op, value))]).toEqual([field, op, value, expected])
        const { deals } = await api.deals.list({ filter: { [field]: { [op]: value } }, sort: 'name' })
        expect([field, op, value, deals.map(({ name }) => name).join('')]).toEqual([field, op, value, expected])
      }
    // Half past four in UTC is the evening before in New York.
    expect(await found(opened, day('custom.signed', 'eq', 'today'))).toBe('D')
    expect(await found(opened, day('custom.signed', 'gt', 'today'))).toBe('EF')
    expect(await found(opened, day('created_at', 'eq', 'today'))).toBe('ABCDEF')
    expect(await found(opened, day('created_at', 'lt', 'today'))).toBe('')
    // A day that is named is one of the same zone.
    expect(await found(opened, day('created_at', 'eq', '2026-01-15'))).toBe('ABCDEF')
    expect(await found(opened, day('created_at', 'gte', '2026-01-16'))).toBe('')
    expect(await found(opened, day('custom.signed', 'eq', '2026-01-15'))).toBe('D')
    const list = await api.lists.create({ name: 'That day', object: 'deals', filter: day('created_at', 'lte', '2026-01-15') as never })
    expect(list.members_count).toBe(6)
    for (const far of ['0001-01-01', '9999-12-31'])
      for (const op of ['eq', 'lt', 'lte', 'gt', 'gte'])
        expect(await found(opened, day('created_at', op, far))).toBe(far > '2' === op.startsWith('l') && op !== 'eq' ? 'ABCDEF' : '')
    clock.set('2026-01-16T05:00:00Z')
    expect(await found(opened, day('created_at', 'eq', 'today'))).toBe('')
    expect(await found(opened, day('created_at', 'eq', 'yesterday'))).toBe('ABCDEF')
    expect(await found(opened, day('close_date', 'eq', 'today'))).toBe('D')
    await expect(found(opened, day('close_date', 'eq', 'some day'))).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(found(opened, day('created_at', 'eq', 'this century'))).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('are ranges, times of day and bounds as people name them, across a change of clocks', async () => {
    const opened = await open()
    const { api, clock } = opened
    clock.set('2026-03-31T10:00:00Z')
    await api.organization.update({ timezone: 'Europe/Vienna' })
    await api.properties.create({ object: 'deals', name: 'signed', label: 'Signed', type: 'datetime', indexed: true })
    await api.properties.create({ object: 'deals', name: 'seen', label: 'Seen', type: 'datetime' })
    // Clocks go forward on March 29, so that the last of these days of March begin an hour earlier in UTC.
    const times = {
      A: '2026-03-24T22:59:00Z',
      B: '2026-03-24T23:01:00Z',
      C: '2026-03-30T08:00:00Z',
      D: '2026-03-31T15:00:00Z',
      E: '2026-03-31T22:00:00Z',
      F: '2026-05-05T12:00:00Z',
    }
    for (const [name, time] of Object.entries(times))
      await api.deals.create({ name, close_date: time.slice(0, 10), custom: { signed: time, seen: time } })
    const cases: readonly (readonly [field: 'day' | 'time', op: string, value: unknown, expected: string])[] = [
      ['time', 'eq', 'last 7 days', 'BCD'],
      ['time', 'gte', 'last 7 days', 'BCDEF'],
      ['time', 'lt', 'past 7 days', 'A'],
      ['time', 'neq', 'in the last 7 days', 'AEF'],
      ['time', 'in', ['last 2 days', 'between 1 and 5 May'], 'CDF'],
      ['time', 'eq', 'from 2026-03-30 to tomorrow', 'CDE'],
      ['time', 'gte', 'since monday', 'CDEF'],
      ['time', 'lt', 'before tuesday', 'ABC'],
      ['time', 'eq', 'today 17:00', 'D'],
      ['time', 'lt', 'tomorrow 12am', 'ABCD'],
      ['time', 'gt', 'yesterday at 9:59', 'CDEF'],
      ['day', 'eq', 'next 2 months', 'DEF'],
      ['day', 'eq', '2026-03-30..2026-03-31', 'CDE'],
      ['day', 'lte', 'in 1 month', 'ABCDE'],
      ['day', 'gt', '5 April', 'F'],
    ]
    for (const [kind, op, value, expected] of cases)
      for (const field of kind === 'day' ? ['close_date'] : ['custom.signed', 'custom.seen']) {
        expect([field, op, value, await found(opened, day(field, op, value))]).toEqual([field, op, value, expected])
        const { deals } = await api.deals.list({ filter: { [field]: { [op]: value } }, sort: 'name' })
        expect([field, op, value, deals.map(({ name }) => name).join('')]).toEqual([field, op, value, expected])
      }
    const refused: readonly (readonly [op: string, value: string, code: string, allowed?: readonly string[]])[] = [
      ['gt', 'last 7 days', 'ambiguous', ['eq', 'gte']],
      ['lt', 'next 7 days', 'ambiguous', ['eq', 'lte']],
      ['gte', 'between 1 and 5 May', 'ambiguous', ['eq', 'neq', 'in']],
      ['lt', 'since monday', 'not_allowed', ['gte']],
      ['eq', '3/4/2026', 'ambiguous', ['2026-04-03', '2026-03-04']],
      ['eq', 'between monday and friday', 'ambiguous'],
      ['eq', 'tomorrow 9am', 'invalid_format'],
      ['eq', 'last 7 moons', 'invalid_format'],
    ]
    for (const [op, value, code, allowed] of refused)
      await expect(found(opened, day('close_date', op, value))).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: '/filter/value', code, ...(allowed && { allowed }) }] },
      })
  })

  it('are those of the teammate in an agenda', async () => {
    const { api, clock } = await open()
    clock.set('2026-01-15T12:00:00Z')
    await api.organization.update({ timezone: 'America/New_York' })
    const { id } = await api.users.invite({ email: 'ada@acme.test', role: 'admin' })
    const task = await api.tasks.create({ title: 'Call', due_at: '2026-01-15T20:00:00Z' })
    expect(await api.tasks.agenda()).toMatchObject({ day: '2026-01-15', today: [{ id: task.id }], next_days: [] })
    await api.users.update({ id, timezone: 'Pacific/Kiritimati' })
    expect(await api.tasks.agenda()).toMatchObject({ day: '2026-01-16', today: [{ id: task.id }], overdue: [] })
    clock.set('2026-01-16T10:00:00Z')
    expect(await api.tasks.agenda()).toMatchObject({ day: '2026-01-17', today: [], overdue: [{ id: task.id }] })
  })

  it('are those of the user who has a time zone, and stay relative in stored lists', async () => {
    const opened = await open()
    const { api, clock } = opened
    clock.set('2026-01-16T03:00:00Z')
    await api.organization.update({ timezone: 'America/New_York' })
    for (const [name, close_date] of Object.entries({ A: '2026-01-15', B: '2026-01-16', C: '2026-01-17' }))
      await api.deals.create({ name, close_date })
    const list = await api.lists.create({
      name: 'Due',
      object: 'deals',
      type: 'dynamic',
      filter: day('close_date', 'eq', 'today') as never,
    })
    const members = async () => (await api.lists.members({ id: list.id })).members.map(({ record }) => record['name']).join('')
    expect(await found(opened, day('close_date', 'eq', 'today'))).toBe('A')
    expect(await members()).toBe('A')
    const { id } = await api.users.invite({ email: 'ada@acme.test', role: 'admin' })
    await api.users.update({ id, timezone: 'Europe/Vienna' })
    expect(await found(opened, day('close_date', 'eq', 'today'))).toBe('B')
    expect(await members()).toBe('B')
    clock.advance('1 day')
    expect(await members()).toBe('C')
  })
})
