import { type Static, type TObject, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { limits } from '../../kernel/operation/limits.ts'
import { withoutDefault } from '../../kernel/operation/schema/fields.ts'
import { readOnlyAs } from '../../kernel/operation/validate.ts'
import { Closed, Count, described, Id, Nullable, OneOf } from '../../kernel/operation/schema/schema.ts'

// As many as ingest takes; a larger set is refused whole, and nothing is written.
const { value: MAX_RECORDS } = limits.bulk_records

/** Shown as the schema says, and judged record by record, so that one bad record fails alone. */
function judgedLater<T>(schema: TSchema): TUnsafe<T> {
  return Type.Unsafe<T>({ ...schema, ...Type.Any() })
}

/** Every field may be left out: what a new record needs is asked for when it turns out to be new. */
export function partial(create: TObject): TObject {
  const { id: _, ...properties } = create.properties
  const parts = Object.entries(properties).map(([name, each]) => [name, Type.Optional(withoutDefault(each))])
  return readOnlyAs(Closed({ id: Type.Optional(Id('Of a record that is known')), ...Object.fromEntries(parts) }), create)
}

/** Input of a bulk write. */
export function bulkInput<C extends TObject>(create: C, keys: readonly string[]) {
  const record = partial(create)
  return Closed({
    records: described(
      Type.Array(judgedLater<Partial<Static<C>> & { id?: string }>(record), { maxItems: MAX_RECORDS }),
      'As create and update take them, with `id` or another key',
    ),
    match_on: Type.Optional(
      OneOf(['id', ...keys], { description: 'Find known records by this alone; by all, in this order, when left out' }),
    ),
    mode: Type.Optional(
      OneOf(['upsert', 'create', 'update'], {
        description: '`create` rejects records that are known, `update` those that are not',
        default: 'upsert',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Say what would come of it, and write nothing' })),
    on_error: Type.Optional(
      OneOf(['continue', 'abort'], { description: '`abort` writes nothing when one record is rejected', default: 'continue' }),
    ),
  })
}
// `not_written`: it could have been, but `on_error: abort` met another that could not.
const statuses = ['created', 'updated', 'unchanged', 'rejected', 'not_written'] as const

/**
 * What became of the records of a bulk write. Counts are of the records sent, so two that are one record count twice.
 */
export const BulkResult = Closed({
  created: Count('Records that were made'),
  updated: Count('Records that were changed'),
  unchanged: Count('Records that were so already'),
  rejected: Type.Array(
    Closed({
      index: Count('Position in `records`, from 0'),
      reason: Type.String({ description: 'What is wrong, for people' }),
      code: Type.String({ description: 'What is wrong, for programs' }),
      field: Nullable(Type.String({ description: 'Field that is at fault' })),
      allowed: Type.Optional(
        Type.Array(Type.Any(), { description: 'What would be accepted, where that can be listed; of the first 100 that were rejected' }),
      ),
      existing_id: Type.Optional(Id('The record that stands in the way')),
    }),
    { description: 'Records that could not be written' },
  ),
  results: Type.Array(
    Closed({
      index: Count('Position in `records`, from 0'),
      id: Nullable(Id('Null for what was rejected, and for what a dry run would make')),
      status: OneOf(statuses, { description: 'What became of it' }),
    }),
    { description: 'One for each record, in their order' },
  ),
})
export type BulkResult = Static<typeof BulkResult>

/** How a bulk write goes about its records. */
export interface BulkOptions {
  /** `id` or the name of a key; all of them in their order when left out. */
  readonly match_on?: string | undefined
  /** `create` refuses records that are known, `update` those that are not. */
  readonly mode?: 'upsert' | 'create' | 'update' | undefined
  /** Decides and writes nothing; new records have no id then. */
  readonly dry_run?: boolean | undefined
  /** `abort`: nothing is written where one record is refused. */
  readonly on_error?: 'continue' | 'abort' | undefined
}

/** What only the engine itself asks of a bulk write. */
export interface PlanOptions extends BulkOptions {
  /** The records are named by their ids as in a single update: values take the place of theirs, and complete nothing. */
  readonly named?: boolean
  /** Told of each new record, before it is made, the position of its input. */
  making?(index: number, id: string): void
}
