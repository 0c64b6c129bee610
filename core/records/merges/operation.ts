import { type TObject, type TString, Type } from '@sinclair/typebox'
import type { SetRules } from '../record-type/set-rules.ts'
import { operation, type Token } from '../../kernel/operation/operation.ts'
import type { Counts } from '../record-type/relation.ts'
import { camel, pathOf } from '../record-type/resource.ts'
import { Closed, ClosedAs, Id } from '../../kernel/operation/schema/schema.ts'
import { counted } from '../record-type/shown.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { mergeIds } from './schema.ts'
import { MergeService } from './service.ts'

/** A record type whose records can be merged; `update` says which values can be chosen as overrides. */
interface Mergeable<O extends TObject, U extends TObject> {
  readonly plural: string
  readonly record: O
  readonly update: U
  readonly store: Token<{ readonly sets: SetRules; readonly records: Records; readonly now: Date }>
  readonly counts?: Counts
  present(record: object, now: Date): object
}

type Merged<O extends TObject> = TObject<O['properties'] & { merge_id: TString }>

/** `POST /things/{id}/merge`: several records become one, and `undoMerge` splits them again. */
export function mergeOperation<O extends TObject, U extends TObject>({
  plural,
  record,
  update,
  store,
  present,
  counts = {},
}: Mergeable<O, U>) {
  const { id: _, ...values }: TObject['properties'] = update.properties
  const Merged: Merged<O> = ClosedAs({ ...record.properties, merge_id: Id('For undoMerge') })
  return {
    merge: operation({
      id: `merge${camel(plural)}`,
      requiresFullVisibility: true,
      summary: `Merge other ${plural.replaceAll('_', ' ')} into this one: it fills its gaps from them, what named them names it; can be undone`,
      scope: 'write',
      route: `POST ${pathOf(plural)}/{id}/merge`,
      mcp: true,
      overwrites: true,
      input: Closed({
        id: Id('The record that lives on'),
        merge_ids: mergeIds,
        overrides: Type.Optional(Closed(values, { description: 'Values that the record has afterwards, whatever the others say' })),
      }),
      output: Merged,
      uses: { store, merges: MergeService },
      async handle({ id, merge_ids, overrides = {} }, { store, merges, reply }) {
        const { merge, record } = await merges.merge(store.sets, { id: id.toLowerCase(), others: merge_ids, overrides }, reply)
        const figures = { ...(await counted(store, record, counts)), merge_id: merge.id }
        // The whole record, as its schema says; the compiler does not know which fields each record type has.
        return Object.assign(present(record, store.now), figures) as never
      },
    }),
  }
}
