import { FAINT, HEIGHT, MARGIN, WIDTH } from './page-size.ts'
import type { Sheet } from './shown-sheet.ts'
import type { PdfPaper, Typeface } from './typeface.ts'

// A foot of more lines is cut.
const FOOT = 90

/** Who sells, in a few lines: register, taxes, bank, and how to reach them. */
export function footOf({ seller, text }: Sheet): string {
  const { vat_number, registration, bank, email, phone, footer } = seller
  const known = [registration, vat_number && `${text.vat} ${vat_number}`].filter(Boolean)
  const account = [bank?.name, bank?.iban && `IBAN ${bank.iban}`, bank?.bic && `BIC ${bank.bic}`].filter(Boolean)
  const lines = [known, account.length > 0 ? [`${text.bank}: ${account.join(', ')}`] : [], [email, phone].filter(Boolean)]
  return [...lines.map((each) => each.join('  ')), footer ?? ''].filter((each) => each !== '').join('\n')
}

const FOOT_SIZE = 7.5
const GAP = 6
const footOptions = { width: WIDTH, height: FOOT, align: 'center' as const, ellipsis: true }

/** How much of the page the foot takes. */
export function footHeight(paper: PdfPaper, foot: string, { regular }: Typeface): number {
  if (foot === '') return 0
  paper.fontSize(FOOT_SIZE)
  return Math.min(FOOT, paper.heightOfString(regular(foot), { width: WIDTH })) + GAP
}

/** Number of the page and foot, on every page. */
export function feet(paper: PdfPaper, { document }: Sheet, foot: string, { regular }: Typeface): void {
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
