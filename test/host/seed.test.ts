import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { castOf, languages } from '../../host/seed/languages.ts'
import { companyNumbers } from '../../host/seed/numbers.ts'
import { call, HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
const schema = `seed_${randomUUID().replaceAll('-', '')}`
const databases = { SQLite: 'sqlite:crm.sqlite', PostgreSQL: `${inject('postgresUrl')}?schema=${schema}` }
/** What each database came to, which must be the same. */
const made: unknown[] = []

afterAll(async () => {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`drop schema if exists ${schema} cascade`)
  await client.end()
})

describe('rapport seed', { timeout: 120_000 }, () => {
  test.each(Object.entries(databases))('makes a history of 18 months on %s, and the same one on the other', async (_, DATABASE_URL) => {
    await using lab = await HostLab.open()
    const environment = { DATABASE_URL, RAPPORT_BOOTSTRAP_KEY: KEY, RAPPORT_RATE_LIMIT: '10000', RAPPORT_EGRESS_ALLOW: '127.0.0.1/32' }
    const seed = (...args: string[]) => lab.run(['seed', ...args], environment)
    const done = await seed('--contacts', '80', '--locale', 'nl')
    expect(done).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/ 80 contacts\n[\s\S]* won, [\s\S]* overdue\n$/) })

    expect(await seed('--contacts', '5')).toMatchObject({ code: 1, err: expect.stringContaining('The organization has contacts') })
    expect(await seed('--contacts', '5', '--add')).toMatchObject({ code: 1, err: expect.stringContaining('The seed 1 is here already') })
    const more = await seed('--contacts', '5', '--add', '--seed', '2', '--locale', 'nl')
    expect(more).toMatchObject({ code: 0, out: expect.stringContaining(' 85 contacts\n') })

    const host = await lab.serve(environment)
    const read = async (path: string, body?: unknown) => (await call(host, KEY, `/api/v1${path}`, body)).json
    const counted = async (object: string, field: string) => {
      const report = { object, group_by: [{ field }], measures: [{ measure: 'count' }], period: 'all' }
      const rows = (await read('/reports/query', report))['rows'] as Record<string, unknown>[]
      return Object.fromEntries(rows.map((row) => [row[field], row['count']]))
    }
    for (const [object, field, values] of [
      ['deals', 'status', ['open', 'won', 'lost']],
      ['tasks', 'status', ['open', 'completed']],
      ['activities', 'type', ['note', 'call', 'meeting', 'email']],
      ['quotes', 'status', ['accepted', 'declined']],
      ['orders', 'status', ['delivered']],
      ['invoices', 'status', ['paid', 'overdue']],
      ['products', 'category', ['Diensten', 'Apparatuur']],
    ] as const)
      expect([object, ...Object.keys(await counted(object, field))]).toEqual(expect.arrayContaining([object, ...values]))
    const months = { group_by: [{ field: 'created_at', bucket: 'month' }], measures: [{ measure: 'count' }], period: 'all' }
    expect(((await read('/reports/query', { object: 'contacts', ...months }))['rows'] as unknown[]).length).toBeGreaterThan(10)
    const shown = await Promise.all(
      ['/tags', '/lists', '/reports', '/teams', '/sales-cycles', '/sequences', '/campaigns', '/forms'].map((path) => read(path)),
    )
    expect(shown.filter((each) => JSON.stringify(Object.values(each)[0]) === '[]')).toEqual([])
    // Nothing of it goes out, and a campaign has somebody to go to.
    const { campaigns } = (await read('/campaigns')) as { campaigns: Record<string, unknown>[] }
    expect(campaigns.map(({ name, status }) => [name, status]).toSorted()).toEqual([
      ['Nieuwsbrief voorjaar', 'draft'],
      ['Uitnodiging voor de open dag', 'draft'],
    ])

    const { contacts } = (await read('/contacts/search', { limit: 200, sort: 'primary_email' })) as {
      contacts: Record<string, string | null>[]
    }
    const addresses = contacts.map(({ primary_email }) => primary_email)
    expect(addresses.filter((each) => each && !each.endsWith('.example'))).toEqual([])
    const { companies } = (await read('/companies/search', { limit: 200, sort: 'name' })) as { companies: Record<string, unknown>[] }
    made.push([
      addresses,
      companies.map(({ name, vat_number, total_revenue }) => [name, vat_number, total_revenue]),
      await counted('deals', 'stage_id'),
    ])
    expect(made.at(-1)).toEqual(made[0])

    // A real receiver would be told of a history that never was.
    expect((await call(host, KEY, '/api/v1/webhooks', { url: 'https://127.0.0.1:65535/hook' })).status).toBe(201)
    await host.signal('SIGTERM')
    expect(await seed('--contacts', '5', '--add', '--seed', '3')).toMatchObject({
      code: 1,
      err: expect.stringContaining('active webhooks'),
    })
  })

  test('refuses what it cannot do, and knows seven languages', async () => {
    expect(languages).toEqual(['en', 'fr', 'de', 'es', 'nl', 'it', 'pt'])
    await using lab = await HostLab.open()
    for (const [args, message] of [
      [['--locale', 'tlh'], '--locale is one of en, fr, de, es, nl, it, pt'],
      [['--contacts', '20001'], '--contacts is a whole number from 1 to 20000'],
      [['--seed', 'x'], '--seed is a whole number from 1 to 1000000'],
    ] as const)
      expect(await lab.run(['seed', ...args])).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) })
  })

  test.each(languages)('has everything to say in %s', async (language) => {
    const [one, again, other] = [await castOf(language, 1), await castOf(language, 1), await castOf('en', 1)]
    const lengths = (value: object) => Object.entries(value).map(([name, each]) => [name, Array.isArray(each) ? each.length : typeof each])
    expect(lengths(one.words)).toEqual(lengths(other.words))
    one.faker.seed(7)
    const company = one.company()
    again.faker.seed(7)
    expect(again.company()).toEqual(company)
    expect(company.domain).toMatch(/^[a-z0-9-]+\.example$/)
    expect(one.phone()).toMatch(/^\+\d{10,13}$/)
  })

  // Numbers that are in use, with the digits that are chosen: what follows from them is computed.
  test.each([
    ['GB', '9807806', 'GB980780684'],
    ['FR', '30326504', 'FR40303265045'],
    ['DE', '13669597', 'DE136695976'],
    ['ES', '5837843', 'ESB58378431'],
    ['NL', '00449544', 'NL004495445B01'],
    ['IT', '0074311', 'IT00743110157'],
    ['PT', '0196484', 'PT501964843'],
  ])('gives companies of %s a number whose check digit is right', (country, digits, vat) => {
    expect(companyNumbers[country]?.((count) => digits.slice(0, count)).vat).toBe(vat)
  })
})
