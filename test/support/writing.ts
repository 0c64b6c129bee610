import { Type } from '@sinclair/typebox'
import { type Engine, operation, plugin, Records } from 'rapport-crm'
import type { Fields, RecordOf } from '../../core/kernel/operation/schema/fields.ts'
import type { EntityClass } from '../../core/kernel/storage/schema/entity.ts'
import { ada } from './storages.ts'

const rows = new Map<string, (records: Records) => Promise<void>>()

const writer = plugin({
  name: 'row-writer',
  version: '1.0.0',
  operations: {
    rowWriter: {
      write: operation({
        id: 'writeRows',
        summary: 'Write rows as a set, as a feature does that is not there yet',
        scope: 'write',
        route: 'POST /rows',
        input: Type.Object({ set: Type.String() }),
        output: Type.Unknown(),
        uses: { records: Records },
        // Whatever a set answers: the schema of the output allows everything.
        handle: async ({ set }, { records }) => (await rows.get(set)?.(records)) as never,
      }),
    },
  },
})

/** Options of an engine in which a test writes rows that no operation creates. */
export const withWriter = { plugins: [writer] }

/** Writes rows of `acme` through the set-writer. */
export async function write<F extends Fields>(engine: Engine, entity: EntityClass<F>, records: readonly RecordOf<F>[]): Promise<void> {
  rows.set(entity.table, (store) => store.insert(entity, records))
  await engine.call(engine.registry.byId.get('writeRows')!, { set: entity.table }, ada)
  rows.delete(entity.table)
}
