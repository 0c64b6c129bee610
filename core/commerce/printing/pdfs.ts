import { invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { ThreadLimit } from '../../kernel/threads/limits.ts'
import { Threads } from '../../kernel/threads/threads.ts'
import type { SheetData } from './shown-sheet.ts'
import type { Lacking } from './typeface.ts'

// So many letters of a document are told.
const TOLD = 20

/** Makes the PDFs of documents in threads: a long one takes seconds. */
export class DocumentPdfs {
  static readonly uses = { threads: Threads, settings: Settings, logger: Logger }
  readonly #uses: Resolved<typeof DocumentPdfs.uses>

  constructor(uses: Resolved<typeof DocumentPdfs.uses>) {
    this.#uses = uses
  }

  /**
   * The PDF of a document; a letter that no font has is an empty box, and told in the log. Throws `invalid_input` for one that takes too much
   * memory or time, `unavailable`.
   */
  async of(sheet: SheetData): Promise<Uint8Array> {
    const { threads, settings } = this.#uses
    let pdf: unknown
    try {
      for await (const part of threads.run('documentPdf', { sheet, fonts: settings.pdfFonts }))
        if (isLacking(part)) this.#tell(sheet, part)
        else pdf = part
    } catch (error) {
      throw error instanceof ThreadLimit ? invalid('/id', 'too_large', `The PDF of this document ${error.message}`) : error
    }
    if (!(pdf instanceof Uint8Array)) throw new Error('The thread made no PDF')
    return pdf
  }

  // By their code points, in case that the log has no font for them either.
  #tell({ kind, document }: SheetData, { letters, fonts }: Lacking): void {
    const codes = letters.slice(0, TOLD).map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    if (codes.length > 0)
      this.#uses.logger.warn('The PDF of a document has letters that no font has: give one that does by pdfFonts', {
        [`${kind}_id`]: document.id,
        letters: codes,
      })
    for (const font of fonts) this.#uses.logger.warn('A font of pdfFonts cannot be read', { font })
  }
}

function isLacking(part: unknown): part is Lacking {
  return typeof part === 'object' && part !== null && 'letters' in part
}
