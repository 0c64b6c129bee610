import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'Full-text search',
  (open) => {
    it('finds records of every type by words of their names and of what else is said in them', async () => {
      const { api } = await open()
      const contact = await api.contacts.create({
        first_name: 'Zoë',
        last_name: 'Müller',
        title: 'Head of Purchasing',
        email: 'zoe@gmail.com',
      })
      const company = await api.companies.create({ name: 'Müller Bräu GmbH', domain: 'mueller-braeu.de' })
      const product = await api.products.create({ sku: 'MUL-7', name: 'Mulch', description: 'For Müller' })
      const find = async (q: string, types?: string[]) =>
        (await api.search.all({ q, ...(types && { types }) })).results.map(({ type, score }) => [type, score])
      expect(await find('muller')).toEqual([
        ['company', 1],
        ['contact', 1],
        ['product', 0.5],
      ])
      expect(await find('MÜLL')).toEqual([
        ['company', 0.75],
        ['contact', 0.75],
        ['product', 0.25],
      ])
      expect(await find('mul')).toEqual([
        ['product', 1],
        ['company', 0.75],
        ['contact', 0.75],
      ])
      expect(await find('purchasing zoe')).toEqual([['contact', 0.5]])
      expect(await find('müller', ['companies'])).toEqual([['company', 1]])
      expect(await find('braeu.de')).toEqual([['company', 1]])
      expect(await find('zoe@gmail.com')).toEqual([['contact', 1]])
      expect(await find('...')).toEqual([])
      expect((await api.search.all({ q: 'mul-7' })).results).toEqual([
        { type: 'product', id: product.id, name: 'Mulch', score: 1, summary: expect.objectContaining({ sku: 'MUL-7' }) },
      ])
      expect([contact.id, company.id]).toHaveLength(2)
      await expect(api.search.all({ q: 'x', types: ['shoes'] })).rejects.toMatchObject({
        details: { errors: [{ path: '/types/0', code: 'not_allowed' }] },
      })
    })

    it('finds a name by its plain letters, also where an accent is part of the letter', async () => {
      const { api } = await open()
      const names = ['Søren Ångström', 'Łukasz Żółć', 'Işık Đorđević', 'Œuvre Æsir', 'Þór Straße', 'ﬁona Oﬃce', '田中 太郎', 'Νίκος']
      for (const name of names) await api.contacts.create({ first_name: name })
      const found = async (q: string) => (await api.search.all({ q })).results.map(({ name }) => name)
      const asked = {
        'soren angstrom': 'Søren Ångström',
        SØREN: 'Søren Ångström',
        'lukasz zolc': 'Łukasz Żółć',
        'isik dorde': 'Işık Đorđević',
        'oeuvre aesir': 'Œuvre Æsir',
        'thor strasse': 'Þór Straße',
        'fiona office': 'ﬁona Oﬃce',
        太: '田中 太郎',
        ΝΙΚ: 'Νίκος',
      }
      for (const [q, name] of Object.entries(asked)) expect([q, await found(q)]).toEqual([q, [name]])
    })

    it('finds a number however it is typed, and a name with or without its apostrophe', async () => {
      const { api } = await open()
      const contact = await api.contacts.create({ first_name: 'Ann', country: 'DE', phone: '030 1234567' })
      const company = await api.companies.create({ name: "O'Neil Ltd", country: 'FR', phone: '+33 1 42 68 53 00' })
      const other = await api.contacts.create({
        first_name: 'Bob',
        phones: [{ phone: '+44 20 7946 0958' }, { phone: '(0049) 89 / 123456' }],
      })
      const found = async (q: string) => (await api.search.all({ q })).results.map(({ id }) => id)
      for (const q of [
        '030 1234567',
        '+49 30 1234567',
        '0301234567',
        '+49 (0)30 1234567',
        '0049301234567',
        '030/12345-67',
        'ann 030 1234567',
      ])
        expect([q, await found(q)]).toEqual([q, [contact.id]])
      for (const q of ['01 42 68 53 00', '0142685300', '+33142685300', 'oneil', "o'neil", 'O’Neil', 'one', 'neil'])
        expect([q, await found(q)]).toEqual([q, [company.id]])
      for (const q of ['020 7946 0958', '+442079460958', '02079460958']) expect([q, await found(q)]).toEqual([q, [other.id]])
      expect((await api.contacts.search({ q: '0301234567' })).contacts.map(({ id }) => id)).toEqual([contact.id])
      expect(await found('031 1234567')).toEqual([])
      expect(await found('oneall')).toEqual([])
      const joined = await api.contacts.create({ last_name: 'Oneil' })
      expect(await found("O'Neil")).toEqual([joined.id, company.id])
      await api.contacts.update({ id: contact.id, phone: '+49 40 7654321' })
      expect([await found('0301234567'), await found('040 7654321')]).toEqual([[], [contact.id]])
    })

    it('puts the best kind of match first, and the newest first within one', async () => {
      const { api } = await open()
      for (const first_name of ['Anna', 'Annabel', 'Anna', 'Bob'])
        await api.contacts.create({ first_name, ...(first_name === 'Bob' && { title: 'Anna’s boss' }) })
      const { results } = await api.search.all({ q: 'anna' })
      expect(results.map(({ name, score }) => [name, score])).toEqual([
        ['Anna', 1],
        ['Anna', 1],
        ['Annabel', 0.75],
        ['Bob', 0.5],
      ])
      expect(results[0]!.id > results[1]!.id).toBe(true)
      expect((await api.search.all({ q: 'anna', limit: 3 })).results).toEqual(results.slice(0, 3))
    })

    it('knows at once what was written, changed, deleted, restored and purged, singly or in sets', async () => {
      const { api } = await open()
      const count = async (q: string) => (await api.search.all({ q })).results.length
      const { id } = await api.contacts.create({ first_name: 'Anna' })
      expect(await count('anna')).toBe(1)
      await api.contacts.update({ id, first_name: 'Berta' })
      expect([await count('anna'), await count('berta')]).toEqual([0, 1])
      await api.contacts.delete({ id })
      expect(await count('berta')).toBe(0)
      await api.contacts.restore({ id })
      expect(await count('berta')).toBe(1)
      await api.contacts.delete({ id, purge: true })
      expect(await count('berta')).toBe(0)
      await api.companies.bulkUpsert({ records: Array.from({ length: 30 }, (_, at) => ({ name: `Gear ${at}`, code: `G${at}` })) })
      await api.companies.bulkUpsert({ records: Array.from({ length: 25 }, (_, at) => ({ name: `Wheel ${at}`, code: `G${at}` })) })
      expect([await count('gear'), await count('whee')]).toEqual([5, 20])
    })

    it('stays in the organization', async () => {
      const { engine, api } = await open()
      await api.contacts.create({ first_name: 'Anna' })
      const other = engine.as({ ...ada, organization: 'other', user: 'eve@other.test' })
      expect((await other.search.all({ q: 'anna' })).results).toEqual([])
      expect((await other.contacts.search({ q: 'anna' })).contacts).toEqual([])
    })

    it('narrows a search by q, together with its filter', async () => {
      const { api } = await open()
      for (const [first_name, lead_score] of [
        ['Anna', 1],
        ['Annabel', 2],
        ['Bob', 3],
      ] as const)
        await api.contacts.create({ first_name, lead_score })
      const names = async (query: object) => (await api.contacts.search(query)).contacts.map(({ first_name }) => first_name)
      expect(await names({ q: 'ann' })).toEqual(['Annabel', 'Anna'])
      expect(await names({ q: 'ann', filter: { field: 'lead_score', op: 'lt', value: 2 } })).toEqual(['Anna'])
      expect((await api.contacts.search({ q: 'ann', count: true, limit: 1 })).total).toBe(2)
      await api.deals.create({ name: 'Forty licences' })
      await api.companies.create({ name: 'Forty Ltd' })
      await api.products.create({ sku: 'F-1', name: 'Forty' })
      const lines = [{ name: 'Work', unit_price: 1 }]
      for (const documents of [api.quotes, api.invoices] as const) await documents.create({ title: 'Forty', lines })
      const found = [
        (await api.deals.search({ q: 'fort' })).deals,
        (await api.companies.search({ q: 'fort' })).companies,
        (await api.products.search({ q: 'fort' })).products,
        (await api.quotes.search({ q: 'fort' })).quotes,
        (await api.invoices.search({ q: 'fort' })).invoices,
      ]
      expect(found.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
    })

    it('takes any text for a question, whatever it means to a database', async () => {
      const { api } = await open()
      await api.contacts.create({ first_name: '東京', last_name: 'O’Neil', title: 'ø ǅ' })
      const texts = [
        '"',
        "'",
        '*',
        'a*',
        'OR AND NOT NEAR(',
        'title : x',
        '{title}',
        '-x',
        '!x & y | (z',
        ':*A',
        '%',
        '\\',
        '京',
        'ø',
        'x'.repeat(200),
        'a b c d e f g h i j k l m n o p q r s t',
        '🚀',
      ]
      for (const q of texts) expect(Array.isArray((await api.search.all({ q })).results)).toBe(true)
      expect((await api.search.all({ q: '京' })).results).toHaveLength(1)
      expect((await api.search.all({ q: 'o’neil' })).results).toHaveLength(1)
      expect((await api.search.all({ q: 'Ø' })).results).toHaveLength(1)
    })

    it('resolves a record by any identity', async () => {
      const { api } = await open()
      const external_ids = [{ provider: 'custom:erp', id: '77' }]
      const company = await api.companies.create({ name: 'Firm', domain: 'firm.com', domains: ['firm.org'], code: 'C1', external_ids })
      const contact = await api.contacts.create({ email: 'a@firm.com', emails: [{ email: 'b@firm.com' }], phone: '+49 30 901820' })
      const resolve = async (identity: object) => (await api.search.resolve(identity)).matches.map(({ id, matched_by }) => [id, matched_by])
      expect(await resolve({ email: 'A@firm.com' })).toEqual([[contact.id, 'email']])
      expect(await resolve({ email: 'b@firm.com' })).toEqual([[contact.id, 'email']])
      expect(await resolve({ domain: 'www.firm.org' })).toEqual([[company.id, 'domain']])
      expect(await resolve({ phone: '+4930901820' })).toEqual([[contact.id, 'phone']])
      await api.contacts.update({ id: contact.id, country: 'DE', phones: [{ phone: '+49 89 123456', label: 'home' }] })
      await api.companies.update({ id: company.id, email: 'Office@firm.com', phone: '+49 30 901820' })
      for (const phone of ['+4989123456', '0049 89 / 123456', '089 123456'])
        expect(await resolve({ phone })).toEqual([[contact.id, 'phone']])
      expect(await resolve({ phone: '+49 30 901820' })).toEqual([
        [company.id, 'phone'],
        [contact.id, 'phone'],
      ])
      for (const phone of ['+43 89 123456', '123456', 'none', '+49 30 90182']) expect(await resolve({ phone })).toEqual([])
      expect(await resolve({ email: 'office@firm.com' })).toEqual([[company.id, 'email']])
      expect(await resolve({ email: 'firm.com' })).toEqual([])
      expect(await resolve({ external_id: '77', provider: 'custom:erp' })).toEqual([[company.id, 'external_id']])
      expect(await resolve({ external_id: '77', code: 'C1' })).toEqual([[company.id, 'external_id']])
      expect(await resolve({ external_id: '77', provider: 'custom:other' })).toEqual([])
      await expect(api.search.resolve({ provider: 'custom:erp' })).rejects.toMatchObject({ code: 'invalid_input' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
