import type { FieldKind } from '../fields.ts'
import { isDocument, type IngestObject, objectFields } from '../objects.ts'
import { checkedRows } from './arithmetic.ts'
import { fitness } from './evidence.ts'
import { columnOf, near, numbers } from './figures.ts'
import { ownColumns } from './line-plan.ts'
import type { FieldsReading } from './reading.ts'
import { type FieldMatch, usedColumns } from './recognition.ts'
import { byModel, targetOf } from './report.ts'

// Below what is taken without a warning.
const SCORE = 0.7

// Keys, names and addresses decide which record is meant, and money is not taken on trust: the totals of documents are proven by their sum.
const harmless = new Set<FieldKind>([
  'text',
  'rich',
  'label',
  'phone',
  'street',
  'postcode',
  'country',
  'job',
  'status',
  'number',
  'date',
  'moment',
  'flag',
])
const totals = ['total_excl_tax', 'total_tax', 'total_incl_tax'] as const
const isTotal = (field: string): boolean => totals.some((each) => each === field)

/** The fields of an object that may be proposed for a column. */
export function proposable(object: IngestObject): string[] {
  // Whether a document is paid says what is due, and a rule is about prices in all its fields.
  if (object === 'price_rules') return []
  return Object.entries(objectFields[object]).flatMap(([field, kind]) => {
    const trusted = harmless.has(kind) && !(isDocument(object) && kind === 'status')
    return targetOf(field) === field && (trusted || (isDocument(object) && isTotal(field))) ? [field] : []
  })
}

/** Takes what was proposed for columns that nothing else reads, where all their values fit and, of totals, the sums prove it. */
export function takeProposals(reading: FieldsReading): void {
  const { object, matches, options } = reading
  const proposals = Object.entries(options.proposals ?? {})
  if (proposals.length === 0) return
  const taken = usedColumns(matches)
  const free = ownColumns(reading).filter(({ index, whole, count }) => !taken.has(index) && whole !== true && count > 0)
  const open = new Set(proposable(object).filter((field) => !matches.some((match) => targetOf(match.field) === field)))
  const found: FieldMatch[] = []
  for (const [path, field] of proposals) {
    const column = free.find((each) => each.path === path)
    if (!column || !open.has(field) || fitness(column, objectFields[object][field] ?? 'text') < 1) continue
    open.delete(field)
    found.push({ field, columns: [{ column: column.index, field, score: SCORE, via: byModel }] })
  }
  const proven = addUp([...matches, ...found], reading)
  reading.matches = [...matches, ...found.filter(({ field }) => proven || !isTotal(field))]
}

/** Whether net amount and tax are the total in every record that has all three, and in one with a tax at least. */
function addUp(matches: readonly FieldMatch[], { rows }: FieldsReading): boolean {
  const sample = rows.slice(0, checkedRows)
  const [nets, taxes, sums] = totals.map((field) => {
    const column = columnOf(matches, field)?.column
    return column === undefined ? [] : numbers(sample, column)
  })
  const seen = (sums ?? []).flatMap((sum, at) => {
    const [net, tax] = [nets?.[at], taxes?.[at]]
    return sum === undefined || net === undefined || tax === undefined ? [] : [{ tax, fits: near(net + tax, sum, 0.021) }]
  })
  return seen.some(({ tax }) => tax !== 0) && seen.every(({ fits }) => fits)
}
