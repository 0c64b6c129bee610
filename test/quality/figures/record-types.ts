import type { Source } from './source.ts'

/** The record types of crm and commerce: entity, singular and plural. */
const recordTypes = [
  ['Contact', 'contact', 'contacts'],
  ['Company', 'company', 'companies'],
  ['Deal', 'deal', 'deals'],
  ['Task', 'task', 'tasks'],
  ['Activity', 'activity', 'activities'],
  ['Product', 'product', 'products'],
  ['PriceRule', 'price_rule', 'price_rules'],
  ['Quote', 'quote', 'quotes'],
  ['Order', 'order', 'orders'],
  ['Invoice', 'invoice', 'invoices'],
  ['CreditNote', 'credit_note', 'credit_notes'],
] as const

/** Files that name record types on purpose, and would not change for a new one. */
const onPurpose: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^core\/(?:builtin|index|records-of)\.ts$/, 'the list of features, the public entry, and the types that it names'],
  [/^core\/(?:crm|commerce)\//, 'records that belong together: a quote becomes an order'],
  [/^core\/insight\/analytics\//, 'each analysis is about certain record types'],
  [/^core\/automation\/workflows\/actions\//, 'each step is about certain records'],
  [
    /^core\/automation\/workflows\/(?:runs\/subjects|enrollment\/event-records)\.ts$/,
    'the contact, the deal and the company that a run has beside its record',
  ],
  [/^core\/outreach\/(?:templates\/render|sequences\/step-actions)\.ts$/, 'the records that the texts of e-mails and tasks name'],
  [/^core\/integration\/ingest\/(?:languages|read|recognize)\//, 'concepts of column titles, in which `order` and `invoice` are words'],
  [
    /^core\/integration\/ingest\/normalize\/document-type\.ts$/,
    'the words for types of documents: a refund among invoices is a credit note',
  ],
  [/^core\/integration\/inbound-webhooks\/(?:entity|mapping|work)\.ts$/, 'what a mapping may make of a request'],
  [/^core\/outreach\/forms\/(?:targets|plan|records)\.ts$/, 'what a form may fill: the person, their company, and the deal that it opens'],
  [
    /^core\/integration\/ingest\/write\/(?:deals|subjects)\.ts$/,
    'how deals, tasks and activities are written, with whom and what they name',
  ],
]

/** Files that list three record types or more: a new type would have to be added there. */
export function listings(core: readonly Source[]): string[] {
  return core.flatMap(({ path, names, strings }) => {
    if (onPurpose.some(([pattern]) => pattern.test(path))) return []
    const named = recordTypes.filter(([entity, one, many]) => names.has(entity) || strings.has(one) || strings.has(many))
    return named.length < 3 ? [] : [`${path}: ${named.map(([, , many]) => many).join(' ')}`]
  })
}

/** For each record type, how many files outside of its folder import its entity. */
export function importers(core: readonly Source[]): Map<string, number> {
  return new Map(
    recordTypes.map(([entity]) => {
      const home = core.find(({ exports }) => exports.some(({ what }) => what === entity))?.path.replace(/[^/]+$/, '')
      return [entity, core.filter(({ path, names }) => names.has(entity) && !(home && path.startsWith(home))).length]
    }),
  )
}
