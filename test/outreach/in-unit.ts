import { Type } from '@sinclair/typebox'
import { type Actor, type Engine, operation, plugin } from 'rapport-crm'
import type { Resolved, Uses } from '../../core/kernel/operation/operation.ts'
import { ada } from '../support/storages.ts'

/** A plugin that runs work of a test with services of the engine, each time in a unit of work of its own. */
export function inUnit<const U extends Uses>(uses: U) {
  const work = new Map<string, (services: Resolved<U>) => Promise<unknown>>()
  let count = 0
  const feature = plugin({
    name: 'in-unit',
    version: '1.0.0',
    operations: {
      inUnit: {
        run: operation({
          id: 'runInUnit',
          summary: 'Run work of a test',
          scope: 'write',
          route: 'POST /in-unit',
          input: Type.Object({ name: Type.String() }),
          output: Type.Unknown(),
          uses,
          // The test knows what it asked for; the schema of the output allows everything.
          handle: async ({ name }, services) => (await work.get(name)?.(services as never)) as never,
        }),
      },
    },
  })
  const run = async <T>(engine: Engine, body: (services: Resolved<U>) => Promise<T>, actor: Actor = ada): Promise<T> => {
    const name = String((count += 1))
    work.set(name, body)
    try {
      // What `body` answers.
      return (await engine.call(engine.registry.byId.get('runInUnit')!, { name }, actor)) as T
    } finally {
      work.delete(name)
    }
  }
  return { options: { plugins: [feature] }, run }
}
