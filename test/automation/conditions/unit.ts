import { Type } from '@sinclair/typebox'
import { type Engine, operation, plugin, Records, RecordTypes } from 'rapport-crm'
import { ada } from '../../support/storages.ts'

/** What conditions are parsed, loaded and searched with. */
export interface Services {
  readonly records: Records
  readonly types: RecordTypes
}

const waiting = new Map<string, (services: Services) => Promise<unknown>>()
let number = 0

const unit = plugin({
  name: 'unit-of-work',
  version: '1.0.0',
  operations: {
    unitOfWork: {
      run: operation({
        id: 'runInUnit',
        summary: 'Do what a test asks in a unit of work',
        scope: 'write',
        route: 'POST /unit',
        input: Type.Object({ name: Type.String() }),
        output: Type.Unknown(),
        uses: { records: Records, types: RecordTypes },
        handle: async ({ name }, services) => {
          // Whatever a test returns: the schema of the output allows everything.
          return { value: await waiting.get(name)?.(services) } as never
        },
      }),
    },
  },
})

/** Options of an engine on which `inUnit` works. */
export const withUnit = { plugins: [unit] }

/** Runs `work` in a unit of work of `acme`. */
export async function inUnit<T>(engine: Engine, work: (services: Services) => Promise<T>): Promise<T> {
  const name = String((number += 1))
  waiting.set(name, work)
  try {
    const { value } = (await engine.call(engine.registry.byId.get('runInUnit')!, { name }, ada)) as { value: T }
    return value
  } finally {
    waiting.delete(name)
  }
}
