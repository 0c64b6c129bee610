import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Pieces } from '../../kernel/operation/bytes.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { namingTypes } from '../../records/record-type/naming-types.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { ExportPieces } from './pieces.ts'
import { ExportInput, ExportRecord } from './schema.ts'
import { Exports } from './service.ts'
import { WORKBOOK, workbookOf } from './workbook.ts'

const media = { csv: 'text/csv; charset=utf-8', xlsx: WORKBOOK, jsonl: 'application/jsonl' } as const

/** Exports; `cancelJob` stops one that is running. */
export const exportOperations = (types: RecordTypes) =>
  group('Exports and jobs', {
    create: operation({
      id: 'createExport',
      summary:
        'Write records of one type, the members of a list or the answer of a report to a CSV, XLSX or JSONL file, as a job; no cell is a formula',
      scope: 'read',
      route: 'POST /exports',
      creates: 'always',
      unitOfWork: false,
      joins: true,
      input: namingTypes(ExportInput, types.plurals('export')),
      output: ExportRecord,
      uses: { units: Units },
      // The caller needs to read only, but the export itself is stored.
      handle: async (input, { units, actor }) => await units.write(actor, (resolve) => resolve(Exports).create(input)),
    }),
    get: operation({
      id: 'getExport',
      summary: 'Read the state and progress of one export, and where its file is once it is done',
      scope: 'read',
      route: 'GET /exports/{id}',
      input: ById,
      output: ExportRecord,
      uses: { exports: Exports },
      handle: ({ id }, { exports }) => exports.get(id),
    }),
    download: operation({
      id: 'downloadExport',
      summary: 'Read the file of one export, piece by piece, for 7 days after it was written',
      scope: 'read',
      route: 'GET /exports/{id}/file',
      conflicts: true,
      input: ById,
      output: Pieces('application/octet-stream', 'The file: `text/csv` or `application/jsonl` in UTF-8, or a workbook'),
      uses: { exports: Exports, units: Units, pieces: ExportPieces },
      async handle({ id }, { exports, units, actor, pieces, reply }) {
        const { filename, format, bytes, object, created_at } = await exports.file(id)
        await units.write(actor, (resolve) => resolve(Exports).noteRead(id))
        reply.file = { name: filename, media: media[format], ...(bytes !== null && { bytes }) }
        return format === 'xlsx' ? workbookOf(object, new Date(created_at), pieces.texts(id)) : pieces.of(id)
      },
    }),
  })

/** The typed methods of the group. */
export interface ExportMethods extends Methods<ReturnType<typeof exportOperations>> {}
