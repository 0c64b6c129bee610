import type { SheetData } from './commerce/printing/shown-sheet.ts'
import type { Upload } from './integration/imports/files/rows.ts'
import type { SentPayload } from './integration/inbound-webhooks/payload-reader.ts'
import type { BodySource } from './outreach/templates/bodies.ts'
import { serve } from './kernel/threads/serve.ts'

// The module that threads run: the files and documents of strangers are read and made here. Each work loads what it needs when it is first
// asked for, because most threads do one kind of work and end.
serve({
  async *readFile(upload: Upload) {
    const { readRows } = await import('./integration/imports/files/rows.ts')
    yield* readRows(upload)
  },
  async *readMessage(raw: Uint8Array) {
    const { readMessage } = await import('./outreach/reading/read.ts')
    yield readMessage(raw)
  },
  async *readPayload({ body, media }: SentPayload) {
    const { readPayload } = await import('./integration/inbound-webhooks/read-body.ts')
    yield await readPayload(body, media)
  },
  async *documentPdf({ sheet, fonts }: { readonly sheet: SheetData; readonly fonts: readonly string[] }) {
    const [{ pdfOf }, { worded }] = await Promise.all([import('./commerce/printing/pdf.ts'), import('./commerce/printing/shown-sheet.ts')])
    const { pdf, lacking } = await pdfOf(worded(sheet), fonts)
    yield pdf
    yield lacking
  },
  async *mailBodies(source: BodySource) {
    const { makeBodies } = await import('./outreach/templates/bodies.ts')
    yield await makeBodies(source)
  },
})
