import { readHeader } from '../languages/headers.ts'
import { fold } from '../languages/letters.ts'
import { type IngestObject, objectDeclarations } from '../objects.ts'
import type { Column, Problem, Row } from '../read/table.ts'
import { parseBoolean } from '../values/boolean.ts'

// Folded text: the languages of ingest, and the enumerations of common systems.
const credit =
  /credit[ _-]?(?:note|memo)|refund|avoir|gutschrift|\babono\b|nota[ _-](?:di |de )?credito|rectificativ|accreccredit|storno|^credit$/
/** Credit notes by the code list of electronic invoices (UNTDID 1001). */
const creditCodes = new Set(['81', '83', '381', '396', '532'])
const codeList = new Set(['380', '381', '384', '386', '389', '393', '396', '326', '81', '83', '532'])
const organization = /compan|organi[sz]ation|business|societe|firma|empresa|entreprise|unternehmen/

/** Columns that hold the type of a document or party. */
export function typeColumns(columns: readonly Column[]): Column[] {
  return columns.filter((column) => {
    const { words } = readHeader(column.segments.at(-1) ?? '')
    // A nested type belongs to something else, unless its title names a document.
    if (column.segments.length > 1) return words.includes('type') && words.some((word) => documentWords.has(word))
    return words.includes('type') || (words.includes('flag') && words.length <= 3)
  })
}

const documentWords = new Set(['invoice', 'document', 'creditnote'])

/** Columns that name a supplier. */
export function supplierColumns(columns: readonly Column[]): Column[] {
  return columns.filter(({ segments }) => {
    const words = segments.slice(0, 2).flatMap((segment) => readHeader(segment).words)
    return words.includes('supplier') && words.every((word) => supplierWords.has(word))
  })
}

const supplierWords = new Set(['supplier', 'id', 'number', 'code', 'name', 'reference', 'value', 'account', 'company'])

/** The problem of a document of a supplier, recognized by its type, or by a supplier where no customer is named; null for all others. */
export function purchaseProblem(
  object: IngestObject,
  row: Row,
  sorts: readonly Column[],
  suppliers: readonly Column[],
  { customer_external_id: id, customer_name: name }: Readonly<Record<string, unknown>>,
  told: boolean,
): Problem | null {
  const nobody = id === undefined && name === undefined
  const typed = sorts.some((column) => {
    const value = cell(row, column)
    if (typeof value !== 'string' || value.length > 60) return false
    const type = fold(value).replace(/[ _-]+/g, ' ')
    // A bill with a customer may be one that the customer receives.
    return bought.test(type) || (nobody && type === 'bill')
  })
  const named = nobody && suppliers.some((column) => (cell(row, column) ?? '') !== '')
  if (!told && !typed && !named) return null
  return { code: 'not_a_sale', field: '', reason: objectDeclarations[object].purchase ?? '' }
}

// Folded text: the enumerations of common systems, and the words of the languages.
const bought =
  /^(?:acc ?pay(?: ?credit)?|in (?:invoice|refund|receipt)|ap (?:invoice|credit)|purchase ?(?:invoice|bill|credit(?: ?note| ?memo)?|order)|(?:vendor|supplier) ?(?:bill|invoice|credit(?: ?note| ?memo)?)|(?:facture|avoir) (?:d'?achat|(?:de )?fournisseur)|(?:eingangs|lieferanten|einkaufs|kreditoren)rechnung|factura (?:de )?(?:compra|proveedor|recibida)|fattura (?:d'|di )?(?:acquisto|fornitore)|fatura (?:de )?(?:compra|fornecedor))$/

/** The object that a record is by its type: a refund among invoices is a credit note. */
export function documentTypeOf(row: Row, columns: readonly Column[], object: IngestObject): IngestObject {
  if (object !== 'invoices') return object
  for (const column of columns) {
    const value = cell(row, column)
    const flagged = value !== undefined && flag(column, ['creditnote', 'return']) && parseBoolean(value) === true
    if (flagged || (typeof value === 'string' && credit.test(fold(value))) || isCreditCode(column, value)) return 'credit_notes'
  }
  return object
}

/** True for a code of that list, if all codes of the column are in the list. */
const isCreditCode = ({ sample }: Column, value: unknown): boolean =>
  creditCodes.has(String(value)) && sample.every((each) => codeList.has(String(each)))

/**
 * What the bare amount of a price rule is by its type: a discount in percent or a price; null for anything else, such as an amount off.
 */
export function amountTypeOf(row: Row, columns: readonly Column[]): 'discount_percent' | 'price' | null {
  for (const column of columns) {
    const value = cell(row, column)
    if (typeof value !== 'string') continue
    const { words } = readHeader(value)
    if (words.includes('percent') || value.includes('%')) return 'discount_percent'
    if (words.includes('price')) return 'price'
  }
  return null
}

/** True for a party that is an organization by its type. */
export function isOrganization(row: Row, columns: readonly Column[]): boolean {
  return columns.some((column) => {
    const value = cell(row, column)
    if (value === undefined) return false
    if (flag(column, ['company'])) return parseBoolean(value) === true
    return typeof value === 'string' && organization.test(fold(value))
  })
}

function flag(column: Column, about: readonly string[]): boolean {
  const { words } = readHeader(column.segments[0] ?? '')
  return words.includes('flag') && about.some((word) => words.includes(word))
}

function cell(row: Row, column: Column) {
  const at = row.at.indexOf(column.index)
  return at < 0 ? undefined : row.values[at]
}
