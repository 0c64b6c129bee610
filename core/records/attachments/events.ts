import { eventTypes } from '../../kernel/operation/catalog.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { draftOf } from '../../kernel/storage/schema/event-draft.ts'
import { mapValues } from '../../kernel/values/objects.ts'
import type { Attachment } from './entity.ts'
import type { Subject } from './subject.ts'

/** The events of attachments, with what people call them. */
export const attachmentEvents = {
  'attachment.created': 'File attached',
  'attachment.deleted': 'Attached file deleted',
  'attachment.restored': 'Attached file restored',
}

/** The same as the catalog lists them. */
export const attachmentEventTypes = mapValues(eventTypes(attachmentEvents, 'Attachments'), (each) => ({
  ...each,
  extension: true as const,
}))

/** Tells of attachments as events of their records, whose timelines show them and whose workflows they start. */
export class AttachmentEvents {
  static readonly uses = { records: Records, registry: Registry }
  readonly #uses: Resolved<typeof AttachmentEvents.uses>

  constructor(uses: Resolved<typeof AttachmentEvents.uses>) {
    this.#uses = uses
  }

  /** Without the name of the file, which only an erasure of the attachment itself would find. */
  async tell(name: 'created' | 'deleted' | 'restored', { id, media_type, size }: Attachment, { type, record }: Subject): Promise<void> {
    const { records, registry } = this.#uses
    const watch = registry.watches.find(({ entity }) => entity.table === type.entity.table)
    if (!watch) return
    const today = await records.dayFor(watch)
    const data = { ...watch.summary(record, today), attachment: { id, media_type, size } }
    const shown = JSON.stringify(watch.record(record, records.unit.now, today))
    await records.append([draftOf(`attachment.${name}`, { type: watch.entityType, id: record.id }, data, shown, records.unit)])
  }
}
