import { type SheetData, worded } from './commerce/quote-pages/shown-sheet.ts'
import { pdfOf } from './commerce/quote-pages/pdf.ts'
import { readRows } from './integration/imports/files/rows.ts'
import { serve } from './kernel/threads/serve.ts'

// The module that threads run: the files and documents of strangers are read and made here.
serve({
  readFile: readRows,
  async *quotePdf(sheet: SheetData) {
    yield await pdfOf(worded(sheet))
  },
})
