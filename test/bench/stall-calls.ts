/** A call of the API as it arrives; `at` is how often it has been made, so that what it brings is new each time. */
export interface StallCall {
  readonly name: string
  readonly method?: 'GET' | 'POST'
  path(at: number, ids: readonly string[]): string
  body?(at: number, ids: readonly string[]): object
  /** It begins a job, whose steps belong to it. */
  readonly job?: true
  /** All of its records are refused, which it is about. */
  readonly refused?: true
}

const SET = 5000
const COLUMNS = 60

const each = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const post = (name: string, path: string, body: (at: number, ids: readonly string[]) => object, job = false): StallCall => ({
  name,
  method: 'POST',
  path: () => path,
  body,
  ...(job && { job }),
})
const get = (name: string, path: string): StallCall => ({ name, path: () => path })

/** A set of contacts with a company each. */
export const people = (batch: number | string, count = SET): object[] =>
  each(count, (at) => ({
    email: `person${at}@batch${batch}.example`,
    first_name: at % 2 ? 'Ada' : 'Zoë',
    last_name: `Lovelace ${batch}-${at}`,
    company: `Company ${at % 500} of ${batch}`,
    custom_properties: { badge: `B${batch}-${at}` },
  }))

/** A set of documents with two lines each. */
const documents = (word: string, batch: number, count: number): object[] =>
  each(count, (at) => ({
    external_ids: [{ provider: 'custom:stalls', id: `${word}-${batch}-${at}` }],
    lines: [
      { name: 'Consulting', quantity: 2, unit_price: 100 + at },
      { name: 'Travel', quantity: 1, unit_price: 50 },
    ],
  }))

const table = (batch: number): object[] =>
  each(SET, (at) => ({
    Id: `${batch}-${at}`,
    Name: `Lovelace Works ${batch}-${at}`,
    Website: `https://works${at}.batch${batch}.example`,
    ...Object.fromEntries(each(COLUMNS - 3, (column) => [`Column ${column}`, `${column} of ${at}`])),
  }))

const csv = (batch: number): string =>
  ['Name,City,Web', ...each(50_000, (at) => `Import ${batch}-${at},City ${at % 100},i${at}.b${batch}.example`)].join('\n')

const half = { field: 'first_name', op: 'eq', value: 'Ada' }

/** The forty heaviest calls, each of its greatest usual size. */
export const stallCalls: readonly StallCall[] = [
  post('bulk of 5,000 new contacts', '/contacts/bulk', (at) => ({ records: people(1000 + at) })),
  post('bulk that changes 5,000 contacts', '/contacts/bulk', (at) => ({
    records: people(0).map((person) => ({ ...person, first_name: `Grace ${at}` })),
  })),
  {
    ...post('bulk of 5,000 that are all refused', '/contacts/bulk', () => ({ records: each(SET, () => ({ email: 'nowhere' })) })),
    refused: true,
  },
  post('bulk update of 5,000 contacts by ids', '/contacts/bulk-update', (at, ids) => ({ ids, set: { title: `Title ${at}` } })),
  post('bulk update of half of all contacts (job)', '/contacts/bulk-update', (at) => ({ filter: half, set: { city: `City ${at}` } }), true),
  post('tags of 5,000 contacts', '/tags/assign', (at, ids) => ({ object: 'contacts', ids, add_tags: [`tag ${at}`] })),
  post('bulk of 5,000 companies', '/companies/bulk', (at) => ({
    records: each(SET, (n) => ({ name: `Firm ${at}-${n}`, domain: `f${n}x${at}.example` })),
  })),
  post('bulk of 5,000 deals', '/deals/bulk', (at) => ({
    records: each(SET, (n) => ({ name: `Deal ${at}-${n}`, amount: n, external_ids: [{ provider: 'custom:stalls', id: `${at}-${n}` }] })),
  })),
  post('bulk of 5,000 tasks', '/tasks/bulk', (at) => ({ records: each(SET, (n) => ({ title: `Task ${at}-${n}` })) })),
  post('bulk of 5,000 activities', '/activities/bulk', (at, ids) => ({
    records: each(SET, (n) => ({ type: 'note', subject: `Note ${at}-${n}`, contact_id: ids[n] })),
  })),
  post('bulk of 5,000 products', '/products/bulk', (at) => ({
    records: each(SET, (n) => ({ sku: `S-${at}-${n}`, name: `Product ${n}`, price: n })),
  })),
  post('bulk of 1,000 quotes', '/quotes/bulk', (at) => ({ records: documents('Q', at, 1000) })),
  post('bulk of 5,000 invoices', '/invoices/bulk', (at) => ({ records: documents('I', at, SET) })),
  post('ingest of 5,000 companies of 60 columns', '/sync/ingest', (at) => ({
    provider: 'custom:stalls',
    object: 'companies',
    records: table(at),
  })),
  post('preview of the same', '/sync/preview', (at) => ({ provider: 'custom:stalls', object: 'companies', records: table(at) })),
  post('upload of 50,000 rows', '/imports', (at) => ({ object: 'companies', content: csv(at) })),
  post('search: contains', '/contacts/search', () => ({ filter: { field: 'last_name', op: 'contains', value: '77' }, limit: 200 })),
  post('search: contains, nothing found', '/contacts/search', () => ({
    filter: { field: 'last_name', op: 'contains', value: 'zzzz' },
    limit: 200,
  })),
  post('search: a custom property', '/contacts/search', () => ({
    filter: { field: 'custom_properties.badge', op: 'eq', value: 'B3-77' },
    limit: 200,
  })),
  post('search: 2,000 values', '/contacts/search', (at) => ({
    filter: { or: ['custom_properties.badge', 'city'].map((field) => ({ field, op: 'in', value: each(1000, (n) => `B${at}-${n}`) })) },
    limit: 200,
  })),
  post('search: counted, sorted by a computed field', '/contacts/search', () => ({
    filter: half,
    sort: '-days_since_created',
    count: true,
    limit: 200,
  })),
  post('search: words', '/contacts/search', () => ({ q: 'lovelace 77', limit: 200 })),
  post('search of deals by their companies', '/deals/search', () => ({
    filter: { field: 'company.name', op: 'contains', value: '1' },
    limit: 200,
  })),
  get('search everywhere', '/search?q=lovelace'),
  get('list by name', '/contacts?sort=name&limit=200'),
  get('duplicates of contacts', '/contacts/duplicates?limit=200'),
  get('duplicates of companies', '/companies/duplicates?limit=200'),
  post('export of all contacts (job)', '/exports', () => ({ object: 'contacts', format: 'csv' }), true),
  post('report by city', '/reports/query', () => ({ object: 'contacts', group_by: [{ field: 'city' }], measures: [{ measure: 'count' }] })),
  post('report by month', '/reports/query', () => ({
    object: 'invoices',
    group_by: [{ field: 'issue_date', bucket: 'month' }],
    measures: [{ measure: 'sum', field: 'balance_due' }],
    period: 'm12',
  })),
  get('overview', '/analytics/overview'),
  get('pipeline', '/analytics/pipeline'),
  get('forecast', '/analytics/forecast'),
  get('funnel', '/analytics/funnel'),
  get('revenue', '/analytics/revenue'),
  get('lifecycle', '/analytics/lifecycle'),
  get('cohorts', '/analytics/cohorts'),
  get('activity', '/analytics/activity'),
  post('letter of 480 kB of HTML', '/email-templates/render', () => ({ subject: 'News', html: '<tr><td>News</td></tr>'.repeat(21_000) })),
  post('preview of a list', '/lists/preview', () => ({ object: 'contacts', filter: half })),
  post('erasure', '/privacy/erasures', (at, ids) => ({ contact_id: ids[ids.length - 1 - at], reason: 'Asked' })),
  get('catalog', '/catalog'),
  get('openapi.json', '/openapi.json'),
  get('audit log', '/audit-log?limit=200'),
  get('events', '/events?limit=200'),
]
