import fc from 'fast-check'

// Few words, so that conditions meet records; letters whose case, accents and forms the databases could see differently.
const words = [
  'Ada',
  'ADA',
  'ada',
  'Zoë',
  'ZOË',
  'zoe',
  'Zoe\u0308',
  'Straße',
  'STRASSE',
  'İzmir',
  'ΟΔΟΣ',
  'οδος',
  'ⅷ',
  'Ⅷ',
  '漢字',
  '🚀 up',
  '100%',
  '_',
  'a,b',
  "O'Hara",
  '12',
  '1e1',
  ' 12 ',
  '1,000',
  '007',
  'true',
  'null',
  '2026-01-15',
  '2026-01-16T00:00:00Z',
  '\u00a0 Ada\u3000',
  'back\\slash',
]
const blanks = ['', '   ', '\u00a0', '\t\n']
export const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...words) },
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
)
const said = word.filter((text) => text.trim() !== '')
const anyText = fc.oneof(
  { weight: 5, arbitrary: word },
  { weight: 2, arbitrary: fc.constantFrom(...blanks) },
  { weight: 2, arbitrary: fc.constant(null) },
)
const number = fc.oneof(fc.constantFrom(0, -1, 1, 2, 10, 12, 12.5, 0.1, 1000, 1e9), fc.integer({ min: -20, max: 20 }))
const stages = ['subscriber', 'lead', 'mql', 'customer'] as const
const times = [
  '2025-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00.000Z',
  '2026-01-14T09:00:00.000Z',
  '2026-01-15T09:00:00.000Z',
  '2026-01-16T00:00:00.000Z',
]
const keys = ['colour', 'size', "it's", 'a.b', 'x"y']
const tags = fc.uniqueArray(said, { maxLength: 3 })
const custom = fc.dictionary(fc.constantFrom(...keys), fc.oneof(anyText, number, fc.boolean(), fc.array(word, { maxLength: 3 })), {
  maxKeys: 3,
})

/** Fields of contacts and of companies as the API takes them. */
export const contactInput = fc.record({
  first_name: anyText,
  last_name: anyText,
  title: anyText,
  city: anyText,
  country: fc.option(fc.constantFrom('Germany', 'FR', 'España', 'Norway')),
  seniority: anyText,
  tags,
  lead_score: number,
  do_not_contact: fc.boolean(),
  lifecycle_stage: fc.option(fc.constantFrom(...stages)),
  custom_properties: custom,
  assigned_to: fc.option(fc.constantFrom('ada@acme.test', 'Bob@Acme.test', 'eve@acme.test')),
})
export const companyInput = fc.record({
  name: said,
  industry: anyText,
  tier: fc.option(fc.constantFrom('A', 'b', 'Ç')),
  employees: fc.option(fc.nat(30)),
  annual_revenue: fc.option(fc.constantFrom(0, 0.1, 12.5, 1000, 9999999999.99)),
  tax_exempt: fc.boolean(),
  tags,
  custom,
})

/** Deals as the API takes them. */
export const dealInput = fc.record({
  name: said,
  amount: fc.constantFrom(0, 0.1, 12, 1000),
  status: fc.constantFrom('open', 'won', 'lost'),
  recurring: fc.boolean(),
  tags,
})

const always = ['is_set', 'is_not_set']
const of = (fields: readonly string[], ops: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.record({ field: fc.constantFrom(...fields), op: fc.constantFrom(...ops), value })
const list = (item: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.array(item, { minLength: 1, maxLength: 3 }),
    fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.map((each) => String(each).replaceAll(',', '\\,')).join(',')),
  )
const set = list(said).filter((value) =>
  Array.isArray(value) ? value.some((each) => String(each).trim() !== '') : value.replaceAll('\\,', 'x').replaceAll(',', '').trim() !== '',
)
const known = (fields: readonly string[]) => fc.record({ field: fc.constantFrom(...fields), op: fc.constantFrom(...always) })

const textFields = [
  'first_name',
  'title',
  'city',
  'name',
  'contact.last_name',
  'seniority',
  'company.name',
  'company.industry',
  'company.tier',
  'deal.name',
  'company',
  'email_domain',
  'assigned_to',
].filter((each) => each !== 'company')
const numbers = [
  'lead_score',
  'company.employees',
  'company.annual_revenue',
  'days_since_created',
  'days_since_last_contact',
  'open_tasks',
  'deal.amount',
  'total_email_replies',
]
const lists = ['tags', 'company.tags', 'deal.tags', 'subscribed_topics', 'unsubscribed_topics']
const customs = [...keys.map((key) => `custom.${key}`), 'custom_properties.colour', 'company.custom.size', 'custom.nobody']
const comparison = fc.oneof(
  of(
    textFields.filter((each) => each !== 'assigned_to'),
    ['eq', 'neq', 'contains', 'not_contains'],
    said,
  ),
  of(textFields, ['in'], set),
  of(['country'], ['eq', 'neq', 'contains', 'in'], fc.constantFrom('de', 'Deutschland', 'France', 'Spain', 'norvège')),
  of(['assigned_to', 'owner'], ['eq', 'neq'], fc.constantFrom('ada@acme.test', 'BOB@acme.TEST')),
  of(numbers, ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'], fc.oneof(number, fc.constantFrom('12', ' 1e1 ', '0.1'))),
  of(numbers, ['in'], list(number)),
  of(lists, ['eq', 'neq', 'in'], set),
  of(lists, ['contains', 'not_contains'], said),
  of(['do_not_contact', 'company.tax_exempt', 'deal.recurring'], ['eq', 'neq'], fc.constantFrom(true, false, 'yes', 'no', 1, 0, 'TRUE')),
  of(['deal.status'], ['eq', 'neq', 'in'], fc.constantFrom('open', 'won', 'lost')),
  of(['lifecycle_stage'], ['eq', 'neq'], fc.constantFrom('lead', 'Lead', 'Marketing Qualified', 'MQL', 'customer')),
  of(['lifecycle_stage'], ['in'], fc.constantFrom('lead, mql', ['Customer', 'other'])),
  of(
    ['created_at', 'updated_at', 'last_contacted_at', 'company.created_at'],
    ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'],
    fc.constantFrom(...times, '2026-01-15', '2026-01-14', '2025-12-31'),
  ),
  of(
    customs,
    ['eq', 'neq', 'contains', 'not_contains', 'gt', 'gte', 'lt', 'lte', 'in'],
    fc.oneof(
      said.filter((text) => text.replaceAll(',', '').trim() !== ''),
      number,
      fc.boolean(),
      fc.constantFrom(...times),
    ),
  ),
  known([
    ...textFields,
    ...numbers,
    ...lists,
    ...customs,
    'do_not_contact',
    'lifecycle_stage',
    'last_contacted_at',
    'created_at',
    'deal.closed_at',
  ]),
)

const ofDeals = comparison.filter(({ field }) => field.startsWith('deal.'))
const aboutDeals = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    { weight: 3, arbitrary: ofDeals },
    { weight: 2, arbitrary: fc.record({ and: fc.array(tie('any'), { minLength: 2, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ or: fc.array(tie('any'), { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ not: tie('any') }) },
  ),
})).any

/** Any filter over contacts that the grammar allows. */
export const filter: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: comparison },
    { weight: 1, arbitrary: aboutDeals },
    { weight: 2, arbitrary: tie('group') },
  ),
  group: fc.oneof(
    fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
})).filter
