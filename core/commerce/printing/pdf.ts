import type PDFDocument from 'pdfkit'
import { optionalPackage } from '../../kernel/feature/optional-package.ts'
import type { Sheet } from './shown-sheet.ts'
import { discountOf, sumsOf } from './sums.ts'
import { type Lacking, Typeface } from './typeface.ts'

type Document = InstanceType<typeof PDFDocument>

// Points: A4 is 595.28 x 841.89, and 20 above the foot are left for the number of the page.
const MARGIN = 50
const WIDTH = 595.28 - 2 * MARGIN
const HEIGHT = 841.89
// A foot of more lines is cut.
const FOOT = 90
const FAINT = '#57606a'
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
  const face = new Typeface(paper, textsOf(sheet, foot), fonts)
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

function head(paper: Document, sheet: Sheet, { regular, bold }: Typeface): void {
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

function table(paper: Document, { document, text, money, number }: Sheet, face: Typeface): void {
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
function row(paper: Document, cells: readonly string[], set: Typeface['regular']): void {
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

function totals(paper: Document, sheet: Sheet, { regular, bold }: Typeface): void {
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

/** Where the last line of a page may end. */
function lowest({ page }: Document): number {
  return HEIGHT - page.margins.bottom - 20
}

/** Who sells, in a few lines: register, taxes, bank, and how to reach them. */
function footOf({ seller, text }: Sheet): string {
  const { vat_number, registration, bank, email, phone, footer } = seller
  const known = [registration, vat_number && `${text.vat} ${vat_number}`].filter(Boolean)
  const account = [bank?.name, bank?.iban && `IBAN ${bank.iban}`, bank?.bic && `BIC ${bank.bic}`].filter(Boolean)
  const lines = [known, account.length > 0 ? [`${text.bank}: ${account.join(', ')}`] : [], [email, phone].filter(Boolean)]
  return [...lines.map((each) => each.join('  ')), footer ?? ''].filter((each) => each !== '').join('\n')
}

const FOOT_SIZE = 7.5
const GAP = 6
const footOptions = { width: WIDTH, height: FOOT, align: 'center' as const, ellipsis: true }

function footHeight(paper: Document, foot: string, { regular }: Typeface): number {
  if (foot === '') return 0
  paper.fontSize(FOOT_SIZE)
  return Math.min(FOOT, paper.heightOfString(regular(foot), { width: WIDTH })) + GAP
}

/** Number of the page and foot, on every page. */
function feet(paper: Document, { document }: Sheet, foot: string, { regular }: Typeface): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    paper.switchToPage(page)
    const top = HEIGHT - paper.page.margins.bottom + GAP
    // Below the margin the document would begin another page.
    paper.page.margins.bottom = 0
    paper.fillColor(FAINT)
    if (foot !== '') paper.fontSize(FOOT_SIZE).text(regular(foot), MARGIN, top, footOptions)
    paper.fontSize(8)
    paper.text(regular(`${document.number}  ${page - start + 1}/${count}`), MARGIN, HEIGHT - 40, { width: WIDTH, align: 'right' })
  }
}
