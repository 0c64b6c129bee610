import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { optionalPackage } from '../../kernel/feature/optional-package.ts'

/** A document of pdfkit. */
export type PdfPaper = InstanceType<typeof PDFDocument>

/** What a document could not show as it is written; empty where it shows all. */
export interface Lacking {
  /** Letters that none of the fonts has. */
  readonly letters: readonly string[]
  /** Fonts that cannot be read, each with the reason. */
  readonly fonts: readonly string[]
}

// The characters of the fonts that every PDF reader has.
const western = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u
// Spaces and signs that are shown as another one.
const alike: Readonly<Record<string, string>> = { '\u202f': '\u00a0', '\u2009': ' ', '\t': ' ', '−': '-' }
// What joins or parts letters is nothing to see.
const unseen = /^\p{Default_Ignorable_Code_Point}$/u

/** A font in two weights, by the names that the document has for them, and the letters that it has. */
interface Font {
  readonly regular: string
  readonly bold: string
  has(letter: string): boolean
}

type FontFiles = Pick<Font, 'regular' | 'bold'>

const helvetica: Font = { regular: 'Helvetica', bold: 'Helvetica-Bold', has: (letter) => western.test(letter) }

// Arimo has the widths of Helvetica, and the letters of Latin, Greek, Cyrillic and Hebrew.
const arimo = async () => ({
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf')),
})

/**
 * The fonts of a document: Helvetica, which is not embedded, where it has all letters of `texts`; else Arimo, and for texts with letters that
 * it lacks the first of the given font files that has them, embedded in part. `file.ttc#Name` is a font of a collection.
 */
export class Typeface {
  readonly #document: PdfPaper
  readonly #files: readonly string[]
  readonly #fonts: Font[]
  readonly #letters = new Set<string>()
  readonly #unreadable: string[] = []
  #opened = 0

  private constructor(document: PdfPaper, wider?: { readonly arimo: FontFiles; readonly files: readonly string[] }) {
    this.#document = document
    this.#fonts = [wider ? this.#arimo(wider.arimo) : helvetica]
    this.#files = wider?.files ?? []
  }

  /** The fonts that these texts need; throws `unavailable` where that is Arimo and its package is not installed. */
  static async for(document: PdfPaper, texts: readonly string[], files: readonly string[]): Promise<Typeface> {
    if (texts.every((text) => lettersOf(text).every((letter) => helvetica.has(letter)))) return new Typeface(document)
    const found = await optionalPackage('@expo-google-fonts/arimo', 'print letters beyond those of Western Europe', arimo)
    return new Typeface(document, { arimo: found, files })
  }

  /** Sets the font for a text, and answers the text as the font shows it. */
  readonly regular = (text: string): string => this.#set(text, 'regular')
  /** The same in bold; given fonts have one weight. */
  readonly bold = (text: string): string => this.#set(text, 'bold')

  /** What could not be shown of all that was set. */
  get lacking(): Lacking {
    return { letters: [...this.#letters], fonts: this.#unreadable }
  }

  #set(text: string, weight: 'regular' | 'bold'): string {
    const letters = lettersOf(text)
    const font = this.#fontFor(letters)
    this.#document.font(font[weight])
    return letters.map((letter) => this.#shown(letter, font)).join('')
  }

  // The first font that has all letters, else the one that lacks the fewest.
  #fontFor(letters: readonly string[]): Font {
    let best = this.#fonts[0] ?? helvetica
    let least = Infinity
    for (let at = 0; least > 0; at += 1) {
      if (at === this.#fonts.length && !this.#openNext()) break
      const font = this.#fonts[at]
      const lacks = font ? letters.filter((letter) => !font.has(letter)).length : Infinity
      if (font && lacks < least) [best, least] = [font, lacks]
    }
    return best
  }

  #shown(letter: string, font: Font): string {
    if (font.has(letter)) return letter
    const [base = ''] = letter.normalize('NFKD')
    if (base !== letter && font.has(base)) return base
    this.#letters.add(letter)
    return font.has('□') ? '□' : '?'
  }

  #arimo({ regular, bold }: FontFiles): Font {
    this.#document.registerFont('Arimo', regular).registerFont('Arimo-Bold', bold)
    return { regular: 'Arimo', bold: 'Arimo-Bold', has: this.#lettersIn('Arimo') }
  }

  /** Opens the next of the given fonts that can be read; false when there is none. */
  #openNext(): boolean {
    for (let file = this.#files[this.#opened]; file !== undefined; file = this.#files[this.#opened]) {
      this.#opened += 1
      const [path = '', name] = file.split('#')
      try {
        this.#document.registerFont(file, path, name)
        this.#fonts.push({ regular: file, bold: file, has: this.#lettersIn(file) })
        return true
      } catch (error) {
        this.#unreadable.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return false
  }

  #lettersIn(name: string): (letter: string) => boolean {
    const document = this.#document.font(name)
    if (!hasFont(document)) throw new Error('This version of pdfkit does not tell which letters a font has')
    const {
      _font: { font },
    } = document
    return (letter) => letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  }
}

// What pdfkit makes of a font file.
interface Opened {
  readonly font: { hasGlyphForCodePoint(code: number): boolean }
}

// The types of pdfkit leave out the font that is set.
function hasFont(document: object): document is { readonly _font: Opened } {
  return '_font' in document
}

function lettersOf(text: string): string[] {
  return [...text.normalize('NFC').replaceAll('\r', '')].flatMap((letter) => (unseen.test(letter) ? [] : (alike[letter] ?? letter)))
}
