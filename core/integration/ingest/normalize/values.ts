import type { LineRead } from '../fields.ts'
import type { FieldOf, IngestObject, RecordRead } from '../objects.ts'

/** The name of what a record may hold under our canonical names: a field of its object, or its lines. */
export type ReadField<O extends IngestObject = IngestObject> = FieldOf<O> | 'lines'

/** What is read of a record, by canonical field. */
export type ReadValues = RecordRead & { lines?: readonly Values[] | undefined }

/** Values of a record or a line while they are composed, by canonical field; those of fields are as their kinds say. */
export type Values = Record<string, unknown> & ReadValues & LineRead
