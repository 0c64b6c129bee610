import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import fc, { type Arbitrary } from 'fast-check'

/** Stands for the id of a record that was made before; `requests.ts` puts a real one in its place. */
export const REFERENCE = '~ref:'

/** Stands for the `next_cursor` that the operation answered last. */
export const CURSOR = '~cursor'

const hooks = ['https://hooks.example.com/a', 'https://hooks.example.com/b?x=1', 'https://hooks.example.com:8443/c']
// Words that mean something to the engine, by field: schemas alone would let few inputs get past the first look.
const likely: Readonly<Record<string, readonly unknown[]>> = {
  currency: ['EUR', 'CHF', 'JPY', 'usd', 'ZZZ'],
  supplier_currency: ['EUR', 'GBP'],
  timezone: ['Europe/Paris', 'UTC', 'Mars/Base'],
  time_zone: ['Europe/Paris', 'UTC', 'Mars/Base'],
  locale: ['fr-FR', 'de', 'en', 'x'],
  country: ['FR', 'Germany', 'Atlantis'],
  email: ['ada@forge.example', 'Bob@Gmail.com', 'dee@bellows.example'],
  primary_email: ['ada@forge.example', 'cy@anvil.example'],
  domain: ['forge.example', 'www.Anvil.example', 'gmail.com', 'bücher.example'],
  phone: ['+33 1 23 45 67 89', '030 901820', 'call me'],
  url: [...hooks, ...hooks, 'http://plain.example', 'https://10.0.0.1/x', 'https://inside.example'],
  target_url: [...hooks, 'https://[::1]/x'],
  hookUrl: [...hooks, 'nowhere'],
  events: [['*'], ['*'], ['contact.*'], ['contact.*'], ['contact.created', 'task.completed'], ['nothing.happened'], []],
  event: ['contact.created', 'task.completed', 'company.created', 'nothing.happened'],
  type: ['contact.created', 'company.created', 'todo', 'call', 'follow_up'],
  secret: ['a secret of enough letters', 'another secret, long enough', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'short'],
  allowed_origins: [[], null, ['https://www.lovelace.example'], ['null']],
  allowed_ips: [[], ['192.0.2.1'], ['2001:db8::/32'], ['nowhere']],
  widget: [false, false, false, true],
  scopes: [['read'], ['read', 'write'], ['write', 'mcp'], []],
  provider: ['custom:erp', 'custom:erp', 'custom:erp', 'custom:shop', 'custom:'],
  object: ['contacts', 'companies', 'products', 'invoices', 'credit_notes', 'documents', 'contact', 'invoice'],
  vat_number: ['FR40303265045', 'DE136695976', 'XX1'],
  number: ['INV-1', 'INV-2', 'A/7'],
  sku: ['A-1', 'B-2', 'C 3'],
  code: ['C-1', 'C-2'],
  name: ['Forge', 'Anvil & Söhne', 'Bellows'],
  due_in_days: [0, 3, 3650],
  expires_at: ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z', '2001-01-01T00:00:00Z', null],
  only: ['event_types', 'scopes,periods', 'nothing'],
  sort: ['created_at', '-updated_at', '-created_at', 'name'],
  order: ['asc', 'desc'],
  limit: [1, 2, 5, 200],
  fields: ['id', 'created_at, version', 'nothing'],
  cursor: [CURSOR],
  after: [CURSOR],
  id: [0, 1, 2, 3].flatMap((at) => [String(at + 1), `${REFERENCE}${at}`]),
  deliveryId: [`${REFERENCE}0`, `${REFERENCE}1`],
  stageId: [`${REFERENCE}0`, `${REFERENCE}1`, `${REFERENCE}2`, 'nowhere'],
  stage_id: ['demo', 'Closed won', 'lost', 'nowhere'],
  stage: ['demo', 'Forge', 'Bellows', 'nowhere'],
  cycle: ['Forge', 'Bellows', 'nowhere'],
}

// What foreign systems call things, well filled and badly.
const cell = fc.oneof(
  fc.constantFrom('Forge GmbH', 'ada@forge.example', '1.234,56', '1 234,56 €', '31.12.2025', '2025-02-30', 'EUR', 'FAC/2025/0042', '', ' '),
  fc.constantFrom(0, 1, -7.5, 1e15, 12345678901234567890, null, true, false, '0000-00-00', '\u00a0', '=1+1'),
  fc.constantFrom<unknown>(['a', 7], { id: 7, name: 'Forge' }, [{ SKU: 'A-1', Menge: '2', Preis: '9,50' }], []),
)
const columns =
  'Name|Nom du client|Rechnungsnummer|N° facture|Datum|Date|E-Mail|Courriel|Betrag|Montant HT|Total TTC|MwSt|Währung|partner_id|' +
  'invoice_line_ids|lines|sku|price|x_custom||id|Société|state'
const column = fc.constantFrom(...columns.split('|'))
const record = fc.dictionary(column, cell, { minKeys: 1, maxKeys: 9 })
// And what they send on a good day.
const batches: readonly (readonly [object: string, ...records: Record<string, unknown>[]])[] = [
  ['contacts', { 'E-Mail': 'ada@forge.example', Vorname: 'Ada', Nachname: 'Stahl', Firma: 'Forge GmbH' }],
  ['companies', { 'Nom de la société': 'Enclume SARL', 'N° client': 'C-9', 'Site web': 'https://enclume.example' }],
  ['products', { SKU: 'A-1', Bezeichnung: 'Amboss', Preis: '1.234,50' }, { SKU: '', Bezeichnung: 'nothing' }],
  ['invoices', { Rechnungsnummer: 'R-7', Datum: '31.12.2025', Kunde: 'Forge GmbH', Netto: '100,00', MwSt: '19,00', Brutto: '119,00' }],
  ['documents', { 'N° facture': 'F-8', 'Date facture': '31/12/2025', Client: 'Enclume SARL', 'Total HT': '100,00', 'Total TTC': '120,00' }],
  ['credit_notes', { 'Numéro avoir': 'AV-1', Date: '31/12/2025', Client: 'Enclume SARL', 'Total TTC': '12,00' }],
]
const batch = fc.constantFrom(...batches).map(([object, ...records]) => ({ provider: 'custom:erp', object, records }))

/** Inputs that the schema accepts, most of which mean something. */
export function valuesOf(schema: TSchema, name = ''): Arbitrary<unknown> {
  if (name === 'records') return fc.array(record, { minLength: 1, maxLength: 6 })
  const made = fromSchema(schema)
  const words = (likely[name] ?? []).filter((each) => each === CURSOR || isReferenceTo(schema, each) || Value.Check(schema, each))
  return words.length > 0 ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: made }) : made
}

function isReferenceTo(schema: TSchema, value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(REFERENCE) && !('pattern' in schema)
}

function fromSchema(schema: TSchema): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  if (Array.isArray(schema['anyOf'])) return fc.oneof(...(schema['anyOf'] as TSchema[]).map((each) => fromSchema(each)))
  const { minimum, maximum, minItems = 0, maxItems = 3, uniqueItems } = schema as Record<string, number | undefined>
  switch (schema['type']) {
    case 'object':
      return object(schema)
    case 'array': {
      const items = valuesOf((schema['items'] ?? {}) as TSchema)
      const length = { minLength: minItems, maxLength: Math.min(maxItems, 4) }
      return uniqueItems ? fc.uniqueArray(items, length) : fc.array(items, length)
    }
    case 'string':
      return text(schema)
    case 'integer':
      return fc.oneof(edges(minimum, maximum), fc.integer({ min: Math.max(minimum ?? -1000, -1000), max: Math.min(maximum ?? 1000, 1000) }))
    case 'number':
      return fc.oneof(
        edges(minimum, maximum),
        fc.integer({ min: minimum === undefined ? -999 : Math.max(minimum, -999), max: Math.min(maximum ?? 9999, 9999) }),
        cents(minimum, maximum),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' })
  }
}

const wanted = new Set(['sku', 'target_url', 'scopes'])

function object(schema: TSchema): Arbitrary<unknown> {
  const patterns = Object.values((schema['patternProperties'] ?? {}) as Record<string, TSchema>)
  const [value] = patterns
  if (value) return fc.dictionary(fc.constantFrom('a', 'Größe', 'x y', 'vat/id', '~'), fromSchema(value), { maxKeys: 3 })
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>)
  if (properties.some(([name]) => name === 'records'))
    return fc.oneof({ weight: 2, arbitrary: batch }, { weight: 1, arbitrary: fields(properties, schema) })
  return fields(properties, schema)
}

function fields(properties: readonly (readonly [string, TSchema])[], schema: TSchema): Arbitrary<unknown> {
  const required = (schema['required'] ?? []) as string[]
  const made = Object.fromEntries(properties.map(([name, each]) => [name, valuesOf(each, name)]))
  if (properties.length <= 4) return fc.record(made, { requiredKeys: required })
  // A few fields at a time, because one that is refused hides all others; but those without which nothing is made.
  const least = [...required, ...properties.map(([name]) => name).filter((name) => wanted.has(name) && !required.includes(name))]
  const others = properties.map(([name]) => name).filter((name) => !least.includes(name))
  return fc
    .subarray(others, { maxLength: Math.min(5, others.length) })
    .chain((some) => fc.record(Object.fromEntries([...least, ...some].map((name) => [name, made[name] as Arbitrary<unknown>]))))
}

function text({ format, pattern, minLength = 0, maxLength = 255 }: TSchema): Arbitrary<string> {
  if (format === 'uuid') return fc.oneof({ weight: 4, arbitrary: reference() }, { weight: 1, arbitrary: fc.uuid() })
  if (format?.endsWith('email')) return fc.constantFrom('ada@forge.example', 'x+y@sub.anvil.example', `${'l'.repeat(64)}@long.example`)
  if (format === 'date') return fc.constantFrom('2026-01-31', '2024-02-29', '1900-01-01', '0001-01-01', '9999-12-31')
  if (format === 'date-time')
    return fc.constantFrom(
      '2026-01-31T09:30:00Z',
      '2026-01-15T09:00:00.123456789+05:30',
      '1000-01-01T00:00Z',
      '1899-12-31T00:00:00+00:20',
      '9999-12-31T23:59:59.999Z',
    )
  if (format === 'uri') return fc.constantFrom('https://forge.example/a?b=c', 'HTTP://forge.example', 'https://bücher.example/ü')
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'))
  const least = minLength as number
  const most = maxLength as number
  const fitting = (each: string) => each.padEnd(least, 'x').slice(0, most).toWellFormed().replaceAll('\0', ' ')
  return fc
    .oneof(
      fc.constantFrom(
        'Ada',
        "O'Brien",
        'a"b',
        '%',
        '_',
        "'); drop table contacts; --",
        '日本語',
        'e\u0301',
        '👩‍👩‍👧',
        'İ',
        '\u202e',
        ' ',
        '\\',
        'null',
        '0',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !YOUNG_CASES.test(text)),
      fc.constant('ä'.repeat(Math.min(most, 60_000))),
    )
    .map(fitting)
}

// Letters whose small forms Unicode knows since version 11: a server knows them when its ICU does.
const YOUNG_CASES = /[\u1c90-\u1cbf\u2c2f\u2c5f\ua7b8-\ua7dc\u{10570}-\u{105bc}\u{10d50}-\u{10d85}\u{16e40}-\u{16e7f}]/u

function edges(minimum = -(2 ** 31), maximum = 2 ** 31 - 1): Arbitrary<number> {
  return fc.constantFrom(minimum, maximum, Math.min(Math.max(0, minimum), maximum))
}

function cents(minimum = -1e6, maximum = 1e6): Arbitrary<number> {
  return fc
    .integer({ min: Math.ceil(Math.max(minimum, -1e6) * 10_000), max: Math.floor(Math.min(maximum, 1e6) * 10_000) })
    .map((each) => each / 10_000)
}

function reference(): Arbitrary<string> {
  return fc.nat(1_000_000).map((at) => `${REFERENCE}${at}`)
}
