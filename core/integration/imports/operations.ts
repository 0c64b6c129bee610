import { invalid } from '../../kernel/operation/errors.ts'
import { type Methods, operation, fullVisibilityGroup } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import {
  ErrorList,
  ErrorPage,
  ImportCreate,
  ImportList,
  ImportPage,
  ImportRecord,
  ImportStart,
  ImportStarted,
  ImportUpdate,
  presentError,
} from './schema.ts'
import { Imports } from './service.ts'
import { Uploads } from './uploads.ts'

const uses = { imports: Imports }

/** Operations of imports. */
export const imports = fullVisibilityGroup('Imports', {
  list: operation({
    id: 'listImports',
    summary: 'List the files that were uploaded, newest first, with their state and counts',
    scope: 'read',
    route: 'GET /imports',
    input: ImportList,
    output: ImportPage,
    uses,
    async handle(query, { imports }) {
      const { imports: found, next_cursor } = await imports.list(query)
      return { imports: withFields(found, query, ImportRecord), next_cursor }
    },
  }),
  get: operation({
    id: 'getImport',
    summary: 'Read the state of one import: progress, counts, and what each column is taken for',
    scope: 'read',
    route: 'GET /imports/{id}',
    input: ById,
    output: ImportRecord,
    uses,
    handle: ({ id }, { imports }) => imports.get(id),
  }),
  create: operation({
    id: 'createImport',
    summary:
      'Upload a file of records (CSV, XLSX or JSON): columns, encoding and delimiter are detected; nothing is stored as a record yet',
    scope: 'write',
    route: 'POST /imports',
    creates: 'always',
    batch: true,
    foreign: ['content', 'content_base64'],
    unitOfWork: false,
    joins: true,
    input: ImportCreate,
    output: ImportRecord,
    uses: { uploads: Uploads },
    handle: (input, { uploads }) => uploads.create(input),
  }),
  update: operation({
    id: 'updateImport',
    summary:
      'Change how an uploaded file is understood: mapping of columns, match keys, mode and formats; answers what the columns mean then',
    scope: 'write',
    route: 'PATCH /imports/{id}',
    input: ImportUpdate,
    output: ImportRecord,
    uses,
    handle: (input, { imports }) => imports.update(input),
  }),
  start: operation({
    id: 'startImport',
    summary: 'Store the records of an uploaded file, as a job; a dry run answers the outcome and writes nothing',
    scope: 'write',
    route: 'POST /imports/{id}/start',
    heavy: true,
    input: ImportStart,
    output: ImportStarted,
    uses,
    async handle({ id, dry_run = false }, { imports }) {
      const { record, outcome } = await imports.start(id, dry_run)
      return { ...record, outcome }
    },
  }),
  cancel: operation({
    id: 'cancelImport',
    summary: 'Stop an import after the rows that are being stored; what is stored stays, and can be reverted',
    scope: 'write',
    route: 'POST /imports/{id}/cancel',
    input: ById,
    output: ImportRecord,
    uses,
    handle: ({ id }, { imports }) => imports.cancel(id),
  }),
  errors: operation({
    id: 'listImportErrors',
    summary: 'List the rejected rows, with code, field and reason; as a CSV file on request',
    scope: 'read',
    route: 'GET /imports/{id}/errors',
    input: ErrorList,
    output: ErrorPage,
    uses,
    async handle({ id, format, ...page }, { imports }) {
      if (format === 'csv' && page.cursor !== undefined)
        throw invalid('/cursor', 'not_allowed', 'The file contains all rows: leave out the cursor')
      if (format === 'csv') return { errors: [], next_cursor: null, csv: await imports.errorFile(id) }
      const { errors, next_cursor } = await imports.errors(id, page)
      return { errors: errors.map((each) => presentError(each, imports.now)), next_cursor, csv: null }
    },
  }),
  revert: operation({
    id: 'revertImport',
    summary: 'Undo an import, as a job: delete the records that it created, restore the values that it changed and nobody changed since',
    scope: 'delete',
    route: 'POST /imports/{id}/revert',
    input: ById,
    output: ImportRecord,
    uses,
    handle: ({ id }, { imports }) => imports.revert(id),
  }),
})

/** The typed methods of the group. */
export interface ImportMethods extends Methods<typeof imports> {}
