import { invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { ThreadLimit } from '../../kernel/threads/limits.ts'
import { Threads } from '../../kernel/threads/threads.ts'
import type { SheetData } from './shown-sheet.ts'
import type { Lacking } from './typeface.ts'

// So many letters of a quote are told.
const TOLD = 20

/** Makes the PDFs of quotes in threads: a long one takes seconds. */
export class QuotePdfs {
  static readonly uses = { threads: Threads, settings: Settings, logger: Logger }
  readonly #uses: Resolved<typeof QuotePdfs.uses>

  constructor(uses: Resolved<typeof QuotePdfs.uses>) {
    this.#uses = uses
  }

  /**
   * The PDF of a quote; a letter that no font has is an empty box, and told in the log. Throws `invalid_input` for one that takes too much
   * memory or time, `unavailable`.
   */
  async of(sheet: SheetData): Promise<Uint8Array> {
    const { threads, settings } = this.#uses
    let pdf: unknown
    try {
      for await (const part of threads.run('quotePdf', { sheet, fonts: settings.pdfFonts }))
        if (isLacking(part)) this.#tell(sheet.quote.id, part)
        else pdf = part
    } catch (error) {
      throw error instanceof ThreadLimit ? invalid('/id', 'too_large', `The PDF of this quote ${error.message}`) : error
    }
    if (!(pdf instanceof Uint8Array)) throw new Error('The thread made no PDF')
    return pdf
  }

  // By their code points, in case that the log has no font for them either.
  #tell(quote_id: string, { letters, fonts }: Lacking): void {
    const codes = letters.slice(0, TOLD).map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    if (codes.length > 0)
      this.#uses.logger.warn('The PDF of a quote has letters that no font has: give one that does by pdfFonts', {
        quote_id,
        letters: codes,
      })
    for (const font of fonts) this.#uses.logger.warn('A font of pdfFonts cannot be read', { font })
  }
}

function isLacking(part: unknown): part is Lacking {
  return typeof part === 'object' && part !== null && 'letters' in part
}
