/** What was read of a group of records, field by field, against what a careful reader takes from them. */
export interface Tally {
  records: number
  perfect: number
  right: number
  wrong: number
  missed: number
  /** Read where there is nothing to read. */
  extra: number
  /** Of amounts and keys alone: how many there are, and how many are wrong. */
  vital: number
  vitalWrong: number
}

export const newTally = (): Tally => ({ records: 0, perfect: 0, right: 0, wrong: 0, missed: 0, extra: 0, vital: 0, vitalWrong: 0 })

type Values = Readonly<Record<string, unknown>>

const totals = ['total_excl_tax', 'total_tax', 'total_incl_tax']
const vital = new Set([
  ...totals,
  'number',
  'external_id',
  'customer_external_id',
  'sku',
  'amount_due',
  'amount',
  'price',
  'quantity',
  'unit_price',
])

/** Counts one record; the conventions are those of the samples' own scorer. */
export function count(tally: Tally, expected: Values, got: Values): void {
  const before = tally.wrong + tally.missed + tally.extra
  tally.records++
  countFields(tally, expected, got, false)
  const lines = listOf(expected.lines)
  const read = listOf(got.lines)
  lines.forEach((line, at) => countFields(tally, line, read[at] ?? {}, true))
  tally.extra += lines.length > 0 ? Math.max(0, read.length - lines.length) : Math.min(1, read.length)
  if (tally.wrong + tally.missed + tally.extra === before) tally.perfect++
}

/** The figures of a tally as they are reported. */
export function figures({ records, perfect, right, wrong, missed, extra, vital: all, vitalWrong }: Tally) {
  return {
    records,
    precision: round(right / (right + wrong + extra || 1), 4),
    recall: round(right / (right + wrong + missed || 1), 4),
    'perfect %': round((100 * perfect) / (records || 1), 1),
    'money and keys wrong of 1,000': round((1000 * vitalWrong) / (all || 1), 2),
  }
}

function countFields(tally: Tally, expected: Values, got: Values, line: boolean): void {
  for (const [field, value] of Object.entries(expected)) {
    if (field === 'lines') continue
    const found = got[field]
    const nothing = found === undefined || found === null || found === ''
    if (nothing && eitherOf(value)?.includes(null)) continue
    if (vital.has(field)) tally.vital++
    if (!nothing && isSame(field, value, found)) tally.right++
    else if (nothing) tally.missed++
    else {
      tally.wrong++
      if (vital.has(field)) tally.vitalWrong++
    }
  }
  for (const [field, found] of Object.entries(got)) {
    if (field === 'lines' || field in expected || found === undefined || found === null || found === '') continue
    if (line ? field === 'total_excl_tax' : followsFrom(field, expected, got)) continue
    tally.extra++
    if (vital.has(field)) tally.vitalWrong++
  }
}

/** What follows from the rest is no surplus: a third total, an id that is the number. */
function followsFrom(field: string, expected: Values, got: Values): boolean {
  if (field === 'external_id') return [expected.sku, expected.number].some((key) => key !== undefined && isSame(field, key, got[field]))
  const [excl, tax, incl] = totals.map((name) => Number(got[name]))
  return totals.includes(field) && Math.abs((excl ?? Number.NaN) + (tax ?? Number.NaN) - (incl ?? Number.NaN)) < 0.02
}

function isSame(field: string, expected: unknown, found: unknown): boolean {
  const either = eitherOf(expected)
  if (either) return either.some((each) => each !== null && isSame(field, each, found))
  if (typeof found === 'number') return Math.abs(found - Number(expected)) <= 0.005 + 1e-6 * Math.abs(Number(expected))
  if (field === 'phone') return digits(found).endsWith(digits(expected).replace(/^0/, ''))
  if (field === 'postcode' || field === 'vat_number') return letters(expected) === letters(found)
  return plain(expected) === plain(found)
}

const eitherOf = (value: unknown): readonly unknown[] | undefined =>
  typeof value === 'object' && value !== null && '$any' in value ? (value.$any as readonly unknown[]) : undefined

const listOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value : [])
const digits = (value: unknown) => String(value).replaceAll(/\D/g, '').replace(/^00/, '')
const letters = (value: unknown) => plain(value).replaceAll(/[^a-z0-9]/g, '')
const round = (value: number, places: number) => Number(value.toFixed(places))

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—' }

/** Text without tags, entities, invisible characters, case and surplus blanks. */
const plain = (value: unknown) =>
  String(value)
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/<[^>]+>/g, ' ')
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
