import { optionalPackage } from '../../kernel/feature/optional-package.ts'
import type { Sheet } from './shown-sheet.ts'
import { discountOf, sumsOf } from './sums.ts'
import { feet, footHeight, footOf } from './foot.ts'
import { FAINT, HEIGHT, MARGIN, WIDTH } from './page-size.ts'
import { type Lacking, type PdfPaper, Typeface } from './typeface.ts'

// Position, item, quantity, unit price, discount, total.
const columns = [0, 30, 245, 305, 375, 425] as const
const widths = [30, 205, 55, 65, 45, WIDTH - 425] as const

/**
 * A document as a PDF of A4 pages, with the same words and amounts as its public page, and what of it could not be shown. `fonts` are the
 * files of further fonts.
 */
export async function pdfOf(sheet: Sheet, fonts: readonly string[]): Promise<{ pdf: Uint8Array; lacking: Lacking }> {
  // Loaded with the first use, because few processes need it.
  const { default: PDF } = await optionalPackage(
    'pdfkit',
    'print documents',
    () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'pdfkit'),
  )
  const { document, text, seller, language, heading, made } = sheet
  const paper = new PDF({
    size: 'A4',
    margin: MARGIN,
    lang: language,
    bufferPages: true,
    info: { Title: heading, Author: seller.name, CreationDate: made },
  })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) =>
    paper
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject),
  )
  const foot = footOf(sheet)
  const face = await Typeface.for(paper, textsOf(sheet, foot), fonts)
  const bottom = MARGIN + footHeight(paper, foot, face)
  paper.page.margins.bottom = bottom
  paper.on('pageAdded', () => (paper.page.margins.bottom = bottom))
  head(paper, sheet, face)
  table(paper, sheet, face)
  totals(paper, sheet, face)
  for (const prose of [document.notes, document.terms && `${text.terms}\n${document.terms}`])
    if (prose) paper.moveDown().fontSize(9).text(face.regular(prose), MARGIN, undefined, { width: WIDTH })
  feet(paper, sheet, foot, face)
  paper.end()
  await done
  return { pdf: Buffer.concat(chunks), lacking: face.lacking }
}

/** All texts that are printed, to find a typeface for them. */
function textsOf(sheet: Sheet, foot: string): string[] {
  const { document, text, seller, sellerAddress, customer, customerVat, facts, heading, money, day } = sheet
  const { title, notes, terms, lines } = document
  const items = lines.flatMap(({ name, sku, description, unit }) => [name, sku, description, unit])
  const above = facts.flatMap((fact) => [fact.text, day(fact.day ?? null)])
  const said = [seller.name, ...sellerAddress, ...customer, customerVat, heading, title, ...above, notes, terms, ...items, foot, money(0)]
  return [...said, ...Object.values(text)].filter((each): each is string => typeof each === 'string')
}

function head(paper: PdfPaper, sheet: Sheet, { regular, bold }: Typeface): void {
  const { document, text, seller, sellerAddress, customer, customerVat, heading, facts, day } = sheet
  paper.fontSize(11).fillColor(FAINT).text(bold(seller.name))
  paper.fontSize(9)
  for (const line of sellerAddress) paper.text(regular(line))
  paper.fillColor('black').moveDown().fontSize(10)
  for (const line of customer) paper.text(regular(line))
  if (customerVat) paper.text(regular(`${text.vat} ${customerVat}`))
  paper.moveDown(1.5).fontSize(18).text(bold(heading))
  if (document.title) paper.fontSize(12).text(regular(document.title))
  paper.moveDown(0.5).fontSize(9)
  for (const { name, ...fact } of facts) {
    const value = fact.text ?? day(fact.day ?? null)
    if (!value) continue
    paper.fillColor(FAINT).text(regular(`${text[name]}: `), { continued: true })
    paper.fillColor('black').text(regular(value))
  }
  paper.moveDown()
}

function table(paper: PdfPaper, { document, text, money, number }: Sheet, face: Typeface): void {
  row(paper, [text.position, text.item, text.quantity, text.price, text.discount, text.total], face.bold)
  for (const line of document.lines) {
    const name = line.name ?? line.sku ?? ''
    const item = [name, line.description === name ? null : line.description].filter(Boolean).join('\n')
    const quantity = [number(line.quantity), line.unit].filter(Boolean).join(' ')
    row(
      paper,
      [String(line.position), item, quantity, money(line.unit_price), discountOf(line, { money, number }), money(line.total_excl_tax)],
      face.regular,
    )
  }
}

// A row is never divided between two pages, except one that fills more than a page.
function row(paper: PdfPaper, cells: readonly string[], set: Typeface['regular']): void {
  paper.fontSize(9)
  const height = Math.max(...cells.map((each, at) => paper.heightOfString(set(each || ' '), options(at))))
  if (paper.y + height > lowest(paper)) paper.addPage()
  const top = paper.y
  cells.forEach((each, at) => paper.text(set(each), MARGIN + (columns[at] ?? 0), top, options(at)))
  const next = Math.max(paper.y, top + height) + 4
  paper
    .moveTo(MARGIN, next - 2)
    .lineTo(MARGIN + WIDTH, next - 2)
    .lineWidth(0.5)
    .strokeColor('#d0d7de')
    .stroke()
  paper.x = MARGIN
  paper.y = next
}

const options = (at: number) => ({ width: (widths[at] ?? 0) - 5, align: at < 2 ? ('left' as const) : ('right' as const) })

function totals(paper: PdfPaper, sheet: Sheet, { regular, bold }: Typeface): void {
  const { document, text, settled, money } = sheet
  const gross = [text.gross, money(document.total_incl_tax)] as const
  const sums = [...sumsOf(sheet), gross, ...settled.map(({ name, amount }) => [text[name], money(amount)] as const)]
  paper.moveDown(0.5)
  for (const [at, [name, amount]] of sums.entries()) {
    if (paper.y + 14 > lowest(paper)) paper.addPage()
    const set = name === text.gross || at === sums.length - 1 ? bold : regular
    paper.fontSize(10)
    const top = paper.y
    paper.text(set(name), MARGIN, top, { width: WIDTH - 120, align: 'right' })
    paper.text(set(amount), MARGIN + WIDTH - 115, top, { width: 115, align: 'right' })
  }
  paper.x = MARGIN
}

/** Where the last line of a page may end: 20 above the foot are left for the number of the page. */
function lowest({ page }: PdfPaper): number {
  return HEIGHT - page.margins.bottom - 20
}
