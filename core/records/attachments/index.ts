import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { followsPurge } from '../record-type/purge-hook.ts'
import { FilePart, StoredFile } from '../../kernel/storage/files/entity.ts'
import { Attachment, told } from './entity.ts'
import { attachmentEventTypes } from './events.ts'
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
  events: attachmentEventTypes,
  operations: { attachments: attachmentOperations },
  loops: [Sweep],
  hooks: [
    followsPurge.attach(async (records, { plural, id }) => {
      const mine = await records.columns(Attachment, ['id'], (query) => query.where('object', '=', plural).where('record_id', '=', id))
      await records.remove(
        Attachment,
        mine.map((each) => each.id),
        'purged',
      )
    }),
  ],
})
