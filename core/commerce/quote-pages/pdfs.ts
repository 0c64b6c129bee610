import { invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { ThreadLimit } from '../../kernel/threads/limits.ts'
import { Threads } from '../../kernel/threads/threads.ts'
import type { SheetData } from './shown-sheet.ts'

/** Makes the PDFs of quotes in threads: a long one takes seconds. */
export class QuotePdfs {
  static readonly uses = { threads: Threads }
  readonly #threads: Threads

  constructor({ threads }: Resolved<typeof QuotePdfs.uses>) {
    this.#threads = threads
  }

  /** The PDF of a quote. Throws `invalid_input` for one that takes too much memory or time, `unavailable`. */
  async of(sheet: SheetData): Promise<Uint8Array> {
    let pdf: unknown
    try {
      for await (const part of this.#threads.run('quotePdf', sheet)) pdf = part
    } catch (error) {
      throw error instanceof ThreadLimit ? invalid('/id', 'too_large', `The PDF of this quote ${error.message}`) : error
    }
    if (!(pdf instanceof Uint8Array)) throw new Error('The thread made no PDF')
    return pdf
  }
}
