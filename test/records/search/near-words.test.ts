import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages('A word that is not found as it stands', (open) => {
  it('finds words that differ in one letter, whatever case and accents, or in two where it is long', async () => {
    const { api } = await open()
    for (const last_name of ['Meyer', 'Müller', 'Ёлкин', 'Παπάς', 'Wissenschaftler', 'Øster', 'Berg', 'Cox'])
      await api.contacts.create({ first_name: 'Anna', last_name })
    const found = async (q: string) => {
      const { results } = await api.search.all({ q })
      const { contacts } = await api.contacts.search({ q })
      const names = contacts.map(({ last_name }) => last_name)
      expect(results.map(({ name }) => name)).toEqual(names.map((each) => `Anna ${each}`))
      return names
    }
    // Missing, too many, another one, changed places.
    for (const q of ['Meyr', 'meyyer', 'MAYER', 'Meyre', 'meter', 'eyer', 'Anna Meyr', 'meyr, ANNA'])
      expect([q, await found(q)]).toEqual([q, ['Meyer']])
    expect(await found('Mullér')).toEqual(['Müller'])
    expect(await found('Mulle')).toEqual(['Müller'])
    expect(await found('Molltr')).toEqual([])
    for (const q of ['Елкн', 'ёлкина', 'Елкни']) expect([q, await found(q)]).toEqual([q, ['Ёлкин']])
    expect(await found('Παπας')).toEqual(['Παπάς'])
    expect(await found('Παπασς')).toEqual(['Παπάς'])
    expect(await found('Oester')).toEqual(['Øster'])
    for (const q of ['Wisenschaftlr', 'wissenschatfer', 'Wiessenschaftlre']) expect([q, await found(q)]).toEqual([q, ['Wissenschaftler']])
    expect(await found('Wisenschatlr')).toEqual([])
    // Short words, codes, numbers and addresses mean nothing but themselves.
    for (const q of ['Box', 'Ber1', 'Meyr1', 'meyr@example.com', 'meyr.example', 'Meyr_', '#meyr', 'meyr meyr@example.com'])
      expect([q, await found(q)]).toEqual([q, []])
    expect(await found('Anna Meyr Mullr')).toEqual([])
  })

  it('comes behind what is found as it stands: then there is nothing else', async () => {
    const { api } = await open()
    await api.contacts.create({ first_name: 'Ann', last_name: 'Meyer' })
    await api.contacts.create({ first_name: 'Bea', last_name: 'Meyr' })
    await api.contacts.create({ first_name: 'Cem', last_name: 'Meyrhofer' })
    expect((await api.search.all({ q: 'Meyr' })).results.map(({ score, name }) => [score, name.split(' ')[0]])).toEqual([
      [1, 'Bea'],
      [0.75, 'Cem'],
    ])
    expect((await api.search.all({ q: 'Mayer' })).results.map(({ score, name }) => [score, name.split(' ')[0]])).toEqual([[0.2, 'Ann']])
    await api.companies.create({ name: 'Acme', industry: 'Bakery of Meyer' })
    const { results } = await api.search.all({ q: 'Mayer' })
    expect(results.map(({ type, score }) => [type, score])).toEqual([
      ['contact', 0.2],
      ['company', 0.1],
    ])
  })

  it('finds it page by page, also in the name of the company that a record is for, and with conditions', async () => {
    const { api } = await open()
    const { id } = await api.companies.create({ name: 'Schneiderei' })
    for (const first_name of ['A', 'B', 'C']) await api.contacts.create({ first_name, company_id: id })
    const first = await api.contacts.search({ q: 'Schneidrei', limit: 2, sort: 'first_name', count: true })
    const second = await api.contacts.search({ q: 'Schneidrei', limit: 2, sort: 'first_name', cursor: first.next_cursor! })
    expect([...first.contacts, ...second.contacts].map(({ first_name }) => first_name)).toEqual(['A', 'B', 'C'])
    expect(first.total).toBe(3)
    const filter = { field: 'first_name', op: 'eq', value: 'B' } as const
    expect((await api.contacts.search({ q: 'Schneidrei', filter })).contacts.length).toBe(1)
  })

  it('is the same among few texts that say it, among thousands, and among none', async () => {
    const { api } = await open()
    const named = (count: number, last_name: string) => ({ records: Array.from({ length: count }, () => ({ first_name: 'A', last_name })) })
    await api.contacts.bulkUpsert(named(3, 'Meyer'))
    await api.contacts.bulkUpsert(named(2100, 'Kovar'))
    const found = async (q: string, limit: number) => {
      const { results } = await api.search.all({ q, limit })
      const { contacts, total } = await api.contacts.search({ q, limit, count: true })
      return [results.map(({ name }) => name), contacts.map(({ last_name }) => `A ${last_name}`), total]
    }
    const many = (count: number, name: string) => Array.from({ length: count }, () => name)
    expect(await found('Meyr', 20)).toEqual([many(3, 'A Meyer'), many(3, 'A Meyer'), 3])
    expect(await found('Kovr', 20)).toEqual([many(20, 'A Kovar'), many(20, 'A Kovar'), 2100])
    expect(await found('Qwrtz', 20)).toEqual([[], [], 0])
  })

  it('tells nothing of records that the caller does not see, of other organizations neither', async () => {
    const { api, engine } = await open()
    await engine.access.createOrganization({ id: 'other', admin: 'eve@other.test' })
    const eve = engine.as({ ...ada, organization: 'other', user: 'eve@other.test' })
    const bob = { ...ada, role: 'member', user: 'bob@acme.test', sees: ['bob@acme.test'] } as const
    await engine.access.createOrganization({ id: 'acme', admin: ada.user })
    await engine.access.createUser({ organization: 'acme', email: 'bob@acme.test' })
    await api.contacts.create({ first_name: 'Ann', last_name: 'Meyer', assigned_to: ada.user } as never)
    await api.contacts.create({ first_name: 'Ann', last_name: 'Schneiderin', assigned_to: ada.user } as never)
    await api.contacts.create({ first_name: 'Bea', last_name: 'Mayer', assigned_to: ada.user } as never)
    for (const q of ['Meyr', 'Schneidrin']) {
      expect((await eve.search.all({ q })).results).toEqual([])
      expect((await engine.as(bob).search.all({ q })).results).toEqual([])
      expect((await engine.as(bob).contacts.search({ q })).contacts).toEqual([])
      expect((await api.search.all({ q })).results.length).toBe(1)
    }
    // A word that only others may read does not keep what is near it from being found.
    await eve.contacts.create({ first_name: 'Eve', last_name: 'Meyor' })
    expect((await eve.search.all({ q: 'Meyer' })).results.length).toBe(1)
  })

  it('costs little, whatever a stranger sends', async () => {
    const { api } = await open()
    await api.contacts.create({ first_name: 'Anna', last_name: 'Meyer' })
    for (const q of [
      'abcdefghijklmnopqrst '.repeat(9),
      'абвгдежзиклмнопрстуф '.repeat(9),
      'zzzz '.repeat(40),
      'я'.repeat(200),
      'a"b OR c* NEAR(d)',
    ])
      expect((await api.search.all({ q: q.slice(0, 200) })).results).toEqual([])
  })
})
