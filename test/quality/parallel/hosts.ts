import { type Api, Engine } from 'rapport-crm'
import { TestClock } from '../../support/clock.ts'
import { ada, type Place } from '../../support/storages.ts'

/** Two hosts on one database. */
export interface Hosts {
  readonly one: Api
  readonly other: Api
  readonly engines: readonly [Engine, Engine]
  close(): Promise<void>
}

/** Opens two engines on one PostgreSQL, as two hosts do. */
export async function twoHosts(place: Place): Promise<Hosts> {
  const clock = new TestClock()
  const open = async () => (await Engine.open({ storage: place.storage(), ports: [clock] })) as Engine
  const engines = [await open(), await open()] as const
  return {
    one: engines[0].as(ada),
    other: engines[1].as(ada),
    engines,
    async close() {
      for (const engine of engines) await engine.close()
    },
  }
}

/** What became of a call: its answer, or the code of its refusal; anything that is no refusal is thrown. */
export async function outcome<T>(call: Promise<T>): Promise<{ readonly value?: T; readonly code?: string }> {
  try {
    return { value: await call }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && code !== 'internal' && (error as Error).name === 'CrmError') return { code }
    throw error
  }
}
