import { dateFormat, readHeader } from '../languages/headers.ts'

/** Titles and connectors write a path into one key: `Order Lines / Quantity`, `CurrencyRef__value`, `client.name`. */
export function splitTitle(key: string): readonly string[] {
  if (key.length > 200) return [key]
  // The name of the record whose id is in `partner`.
  if (/\w\$_identifier$/.test(key)) return [key.slice(0, -12), 'name']
  // The table of a column may stand after it: `Qty (Items)`.
  const [, column, table] = /^([^()]+) \(([\p{L} ]{4,20})\)$/u.exec(key) ?? []
  if (column && table && /^(?:product|line)$/.test(readHeader(table).words.join())) return [table, column]
  // A slash inside brackets is a hint about the values: `Active (0/1)`.
  const [, head = key, hint = ''] = /^([^([]*)([\s\S]*)$/.exec(key) ?? []
  const parts = partsOf(head)
  if (parts.some((part) => part.length < 2)) return [key]
  return [...parts.slice(0, -1), `${parts.at(-1)}${hint}`]
}

const places = /^\p{L}[\p{L} ]+\/(?:r[eé]gion|regi[oó]n|regione|regi[aã]o|province|provincia|bundesland|kanton|state)$/iu

function partsOf(head: string): readonly string[] {
  if (head.includes('__')) return head.split(/__+/)
  if (/\S - \S/.test(head)) return head.split(' - ')
  // A country or region is one place, `dd/mm/yyyy` one date, and `Ein-/Ausgang` one word.
  if (places.test(head) || dateFormat.test(head) || /-\/\p{L}/u.test(head)) return [head]
  if (head.includes('/') && !/\b[sc]\/ ?(?:iva|igic)\b/i.test(head)) return head.split(/\s*\/\s*/)
  // Three letters before a dot are a word cut short: `Cod.Postal`.
  return /^[\w-]{4,}(?:\.[\w-]{2,})+$/.test(head) ? head.split('.') : [head]
}
