import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { followsPurge } from '../record-type/purge-hook.ts'
import { Attachment, FilePart, StoredFile, told } from './entity.ts'
import { attachmentEvents } from './events.ts'
import { attachmentOperations } from './operations.ts'
import { Sweep } from './sweep.ts'

/** Files on records of any type. */
export const attachments: Feature = plugin({
  name: 'attachments',
  version: '1.0.0',
  audits: [
    audited(Attachment, 'attachment', {
      only: told,
      action: (changed) => (changed.has('name') ? 'renamed' : undefined),
    }),
  ],
  entities: [Attachment, StoredFile, FilePart],
  events: attachmentEvents,
  operations: { attachments: attachmentOperations },
  loops: [Sweep],
  hooks: [
    followsPurge.attach(async (records, { plural, id }) => {
      const mine = records.db.deleteFrom(Attachment.table).where('object', '=', plural)
      await mine.where('record_id', '=', id).execute()
    }),
  ],
})
