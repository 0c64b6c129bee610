import { GREATEST_AMOUNT } from '../../kernel/operation/schema/greatest-amount.ts'
import type { Migration } from '../../kernel/storage/connection/migrate.ts'
import { exponents } from '../../kernel/values/currency.ts'

const documents = ['quote', 'order', 'invoice', 'credit_note'] as const

// By the decimals of a currency, as `exponentOf` knows them.
function byExponent(of: (exponent: number) => number): string {
  const cases = Object.entries(exponents).map(([exponent, codes]) => {
    const listed = codes.split(' ').map((code) => `'${code}'`)
    return `when d.currency in (${listed.join(', ')}) then ${of(Number(exponent))}`
  })
  return `case ${cases.join(' ')} else ${of(2)} end`
}

// What a line costs, rounded to the currency: SQLite keeps amounts in units of four decimals.
const unit = byExponent((exponent) => 10 ** (4 - exponent))
const cost = {
  postgresql: `round(coalesce(l.cost, 0) * l.quantity::text::numeric, ${byExponent((exponent) => exponent)})`,
  sqlite: `cast(round(coalesce(l.cost, 0) * l.quantity / (${unit})) * (${unit}) as integer)`,
}
const greatest = { postgresql: String(GREATEST_AMOUNT), sqlite: String(GREATEST_AMOUNT * 10_000) }
const all = { postgresql: (truth: string) => `bool_and(${truth})`, sqlite: (truth: string) => `min(${truth}) = 1` }
const money = { postgresql: 'numeric(19,4)', sqlite: 'integer' }

function up(dialect: 'postgresql' | 'sqlite'): string {
  const added = (table: string, column: string) => `alter table "{p}${table}" add column "${column}" ${money[dialect]} null;`
  const fits = (amount: string) => `abs(${amount}) <= ${greatest[dialect]}`
  const lines = (one: string) => {
    const margin = `l.total_excl_tax - ${cost[dialect]}`
    return `${added(`${one}_lines`, 'margin')}
update "{p}${one}_lines" as l set "margin" = ${margin} from "{p}${one}s" as d
  where d.id = l.document_id and l.cost is not null and l.total_excl_tax is not null and ${fits(margin)};`
  }
  // A document costs what its lines cost, where each that is not free says so.
  const costs = (one: string) =>
    `(select l.document_id, sum(${cost[dialect]}) as cost from "{p}${one}_lines" as l join "{p}${one}s" as d on d.id = l.document_id
  group by l.document_id having ${all[dialect]('l.cost is not null or coalesce(l.total_excl_tax, 1) = 0')})`
  const headers = documents.map(
    (one) => `${added(`${one}s`, 'margin')}
update "{p}${one}s" as d set "margin" = d.total_excl_tax - c.cost from ${costs(one)} as c
  where c.document_id = d.id and d.total_excl_tax is not null and ${fits('d.total_excl_tax - c.cost')};`,
  )
  const deals = `${added('deals', 'cost')}
update "{p}deals" as d set "cost" = c.cost from ${costs('deal')} as c where c.document_id = d.id and ${fits('c.cost')};`
  return [...[...documents, 'deal'].map(lines), ...headers, deals].join('\n')
}

/** What lines, documents and deals earn, also of those that are already there. */
export const margins: Migration = { name: '2026-12-14-margins', up: { postgresql: up('postgresql'), sqlite: up('sqlite') } }
