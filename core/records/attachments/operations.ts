import { Pieces } from '../../kernel/operation/bytes.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { Purgeable } from '../record-type/resource.ts'
import { withFields } from '../record-type/shown.ts'
import { AttachmentPieces } from './pieces.ts'
import { AttachmentList, AttachmentPage, AttachmentRecord, AttachmentUpdate, AttachmentUpload } from './schema.ts'
import { AttachmentService } from './service.ts'
import { Uploads } from './uploads.ts'

const uses = { attachments: AttachmentService }

/** Files on records of any type: each is seen and changed by whoever sees and changes its record. */
export const attachmentOperations = group('Attachments', {
  list: operation({
    id: 'listAttachments',
    summary: 'List the files on a record, newest first',
    scope: 'read',
    mcp: true,
    route: 'GET /attachments',
    input: AttachmentList,
    output: AttachmentPage,
    uses,
    async handle(query, { attachments }) {
      const { attachments: shown, next_cursor } = await attachments.list(query)
      return { attachments: withFields(shown, query, AttachmentRecord), next_cursor }
    },
  }),
  upload: operation({
    id: 'uploadAttachment',
    summary: 'Attach a file to a record: send it as the body; its type is checked by its bytes, programs are refused',
    scope: 'write',
    route: 'POST /attachments',
    creates: 'always',
    unitOfWork: false,
    foreign: ['content'],
    upload: { content: 'content', media_type: 'media_type' },
    input: AttachmentUpload,
    output: AttachmentRecord,
    uses: { uploads: Uploads },
    handle: (input, { uploads }) => uploads.upload(input),
  }),
  get: operation({
    id: 'getAttachment',
    summary: 'Read name, type and size of one attachment',
    scope: 'read',
    route: 'GET /attachments/{id}',
    mcp: true,
    input: ById,
    output: AttachmentRecord,
    uses,
    handle: ({ id }, { attachments }) => attachments.get(id),
  }),
  download: operation({
    id: 'downloadAttachment',
    summary: 'Read the bytes of one attachment, piece by piece; browsers save it and show none',
    scope: 'read',
    route: 'GET /attachments/{id}/content',
    input: ById,
    output: Pieces('application/octet-stream', 'The file'),
    uses: { ...uses, pieces: AttachmentPieces },
    async handle({ id }, { attachments, pieces, reply }) {
      const { attachment, store } = await attachments.file(id)
      const { name, media_type: media, size: bytes, sha256: tag } = attachment
      reply.file = { name, media, bytes, tag }
      return pieces.of(attachment, store)
    },
  }),
  update: operation({
    id: 'updateAttachment',
    summary: 'Rename one attachment',
    scope: 'write',
    route: 'PATCH /attachments/{id}',
    input: AttachmentUpdate,
    output: AttachmentRecord,
    uses,
    handle: ({ id, name }, { attachments, reply }) => attachments.rename(id, name, reply),
  }),
  delete: operation({
    id: 'deleteAttachment',
    summary: 'Delete one attachment (softly: it can be restored for 30 days)',
    scope: 'delete',
    route: 'DELETE /attachments/{id}',
    input: Purgeable,
    output: Deleted,
    uses,
    async handle({ id, purge = false }, { attachments, reply }) {
      await (purge ? attachments.purge(id, reply) : attachments.remove(id, reply))
      return { deleted: true as const }
    },
  }),
  restore: operation({
    id: 'restoreAttachment',
    summary: 'Undo the delete of one attachment',
    scope: 'write',
    route: 'POST /attachments/{id}/restore',
    input: ById,
    output: AttachmentRecord,
    uses,
    handle: ({ id }, { attachments, reply }) => attachments.restore(id, reply),
  }),
})

/** The typed methods of the group. */
export interface AttachmentMethods extends Methods<typeof attachmentOperations> {}
