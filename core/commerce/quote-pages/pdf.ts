import type PDFDocument from 'pdfkit'
import { optionalPackage } from '../../kernel/feature/optional-package.ts'
import type { Sheet } from './shown-sheet.ts'
import { discountOf, sumsOf } from './sums.ts'
import { type Lacking, Typeface } from './typeface.ts'

type Document = InstanceType<typeof PDFDocument>

// Points: A4 is 595.28 x 841.89, and 20 above the lower margin are left for the number of the page.
const MARGIN = 50
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - MARGIN - 20
const FAINT = '#57606a'
// Position, item, quantity, unit price, discount, total.
const columns = [0, 30, 245, 305, 375, 425] as const
const widths = [30, 205, 55, 65, 45, WIDTH - 425] as const

/**
 * The quote as a PDF of A4 pages, with the same words and amounts as its public page, and what of it could not be shown. `fonts` are the files
 * of further fonts.
 */
export async function pdfOf(sheet: Sheet, fonts: readonly string[]): Promise<{ pdf: Uint8Array; lacking: Lacking }> {
  // Loaded with the first use, because few processes need it.
  const { default: PDF } = await optionalPackage(
    'pdfkit',
    'print documents',
    () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'pdfkit'),
  )
  const { quote, text, seller, language } = sheet
  const document = new PDF({
    size: 'A4',
    margin: MARGIN,
    lang: language,
    bufferPages: true,
    info: { Title: `${text.quote} ${quote.number}`, Author: seller, CreationDate: quote.sent_at ?? quote.updated_at },
  })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) =>
    document
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject),
  )
  const face = new Typeface(document, textsOf(sheet), fonts)
  head(document, sheet, face)
  table(document, sheet, face)
  totals(document, sheet, face)
  for (const prose of [quote.notes, quote.terms && `${text.terms}\n${quote.terms}`])
    if (prose) document.moveDown().fontSize(9).text(face.regular(prose), MARGIN, undefined, { width: WIDTH })
  pageNumbers(document, sheet, face)
  document.end()
  await done
  return { pdf: Buffer.concat(chunks), lacking: face.lacking }
}

/** All texts that are printed, to find a typeface for them. */
function textsOf({ quote, text, seller, customer, money, day }: Sheet): string[] {
  const { title, reference, notes, terms, number, lines } = quote
  const items = (lines ?? []).flatMap(({ name, sku, description, unit }) => [name, sku, description, unit])
  const said = [
    seller,
    ...customer,
    title,
    reference,
    notes,
    terms,
    number,
    ...items,
    money(0),
    day(quote.issue_date),
    day(quote.valid_until),
  ]
  return [...said, ...Object.values(text)].filter((each): each is string => typeof each === 'string')
}

function head(document: Document, { quote, text, seller, customer, day }: Sheet, { regular, bold }: Typeface): void {
  document.fontSize(11).fillColor(FAINT).text(bold(seller)).fillColor('black')
  document.moveDown().fontSize(10)
  for (const line of customer) document.text(regular(line))
  document
    .moveDown(1.5)
    .fontSize(18)
    .text(bold(`${text.quote} ${quote.number}`))
  if (quote.title) document.fontSize(12).text(regular(quote.title))
  const facts: readonly (readonly [string, string | null])[] = [
    [text.date, day(quote.issue_date)],
    [text.valid, day(quote.valid_until)],
    [text.version, quote.quote_version > 1 ? String(quote.quote_version) : null],
    [text.reference, quote.reference],
  ]
  document.moveDown(0.5).fontSize(9)
  for (const [name, value] of facts)
    if (value) {
      document.fillColor(FAINT).text(regular(`${name}: `), { continued: true })
      document.fillColor('black').text(regular(value))
    }
  document.moveDown()
}

function table(document: Document, { quote, text, money, number }: Sheet, face: Typeface): void {
  row(document, [text.position, text.item, text.quantity, text.price, text.discount, text.total], face.bold)
  for (const line of quote.lines ?? []) {
    const name = line.name ?? line.sku ?? ''
    const item = [name, line.description === name ? null : line.description].filter(Boolean).join('\n')
    const quantity = [number(line.quantity), line.unit].filter(Boolean).join(' ')
    row(
      document,
      [String(line.position), item, quantity, money(line.unit_price), discountOf(line, { money, number }), money(line.total_excl_tax)],
      face.regular,
    )
  }
}

// A row is never divided between two pages, except one that fills more than a page.
function row(document: Document, cells: readonly string[], set: Typeface['regular']): void {
  document.fontSize(9)
  const height = Math.max(...cells.map((each, at) => document.heightOfString(set(each || ' '), options(at))))
  if (document.y + height > BOTTOM) document.addPage()
  const top = document.y
  cells.forEach((each, at) => document.text(set(each), MARGIN + (columns[at] ?? 0), top, options(at)))
  const next = Math.max(document.y, top + height) + 4
  document
    .moveTo(MARGIN, next - 2)
    .lineTo(MARGIN + WIDTH, next - 2)
    .lineWidth(0.5)
    .strokeColor('#d0d7de')
    .stroke()
  document.x = MARGIN
  document.y = next
}

const options = (at: number) => ({ width: (widths[at] ?? 0) - 5, align: at < 2 ? ('left' as const) : ('right' as const) })

function totals(document: Document, sheet: Sheet, { regular, bold }: Typeface): void {
  const { quote, text, money } = sheet
  const sums = [...sumsOf(sheet), [text.gross, money(quote.total_incl_tax)] as const]
  document.moveDown(0.5)
  for (const [at, [name, amount]] of sums.entries()) {
    if (document.y + 14 > BOTTOM) document.addPage()
    const set = at === sums.length - 1 ? bold : regular
    document.fontSize(10)
    const top = document.y
    document.text(set(name), MARGIN, top, { width: WIDTH - 120, align: 'right' })
    document.text(set(amount), MARGIN + WIDTH - 115, top, { width: 115, align: 'right' })
  }
  document.x = MARGIN
}

function pageNumbers(document: Document, { quote }: Sheet, { regular }: Typeface): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page)
    // Below the margin the document would begin another page.
    document.page.margins.bottom = 0
    document.fontSize(8).fillColor(FAINT)
    document.text(regular(`${quote.number}  ${page - start + 1}/${count}`), MARGIN, 841.89 - 40, { width: WIDTH, align: 'right' })
  }
}
