import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

/** The typeface of a document: two weights, and texts as it can show them. */
export interface Typeface {
  readonly regular: string
  readonly bold: string
  /** The text with letters that the typeface lacks stripped of accents, or replaced by question marks. */
  printable(text: string): string
}

// The characters of the fonts that every PDF reader has.
const western = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u
// Spaces and signs that are shown as another one.
const alike: Readonly<Record<string, string>> = { '\u202f': '\u00a0', '\u2009': ' ', '\t': ' ', '−': '-' }

// Arimo has the widths of Helvetica, and the letters of Latin, Greek, Cyrillic and Hebrew.
const files = () => ({
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf')),
})

/** The typeface for these texts: Helvetica, which is not embedded, where it has all their letters; else Arimo, embedded in part. */
export function typefaceFor(document: InstanceType<typeof PDFDocument>, texts: readonly string[]): Typeface {
  const plain: Typeface = { regular: 'Helvetica', bold: 'Helvetica-Bold', printable: printableBy((letter) => western.test(letter)) }
  if (texts.every((each) => plain.printable(each) === clean(each))) return plain
  const { regular, bold } = files()
  document.registerFont('Arimo', regular).registerFont('Arimo-Bold', bold).font('Arimo')
  if (!hasFont(document)) throw new Error('This version of pdfkit does not tell which letters a font has')
  const {
    _font: { font },
  } = document
  const has = (letter: string) => letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  return { regular: 'Arimo', bold: 'Arimo-Bold', printable: printableBy(has) }
}

// What pdfkit makes of a font file.
interface Opened {
  readonly font: { hasGlyphForCodePoint(code: number): boolean }
}

// The types of pdfkit leave out the font that is set.
function hasFont(document: object): document is { readonly _font: Opened } {
  return '_font' in document
}

const clean = (text: string) => [...text.normalize('NFC').replaceAll('\r', '')].map((letter) => alike[letter] ?? letter).join('')

function printableBy(has: (letter: string) => boolean): (text: string) => string {
  const shown = (letter: string) => {
    if (has(letter)) return letter
    const [base = '?'] = [...letter.normalize('NFKD')]
    return has(base) ? base : '?'
  }
  return (text) => [...clean(text)].map(shown).join('')
}
