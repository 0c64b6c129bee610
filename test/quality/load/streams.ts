import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Engine, scopes } from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { modernRequest } from '../../adapters/mcp-wire.ts'
import { Stage } from '../chaos/stage.ts'
import { storageOf } from '../chaos/storage.ts'
import type { DatabaseName } from './lab.ts'

const STREAMS = Number(process.env['LOAD_STREAMS'] ?? 10_000)
// As many as one key and one process may have open.
const OF_KEY = 10
const AT_ONCE = 1000

/**
 * Opens 10,000 streams of `subscriptions/listen`, at most 1,000 at once, and closes each as a client does that goes away. It tells what an open
 * stream takes, what is left when all are closed, how long the last of them takes to be forgotten, and how long a change takes to all that are open.
 */
export async function streams(database: DatabaseName): Promise<Record<string, unknown>> {
  const stage = await Stage.open()
  try {
    const place = database === 'sqlite' ? await stage.file() : await stage.database()
    const engine = (await Engine.open({ storage: storageOf(place), rateLimit: 1_000_000 })) as Engine
    const api = engine.as({ organization: 'load', user: 'ada@load.test', role: 'admin', scopes: new Set(scopes) })
    await engine.access.createOrganization({ id: 'load', admin: 'ada@load.test' })
    const { id } = await api.contacts.create({ first_name: 'Ann' })
    const keys: string[] = []
    while (keys.length < AT_ONCE / OF_KEY) {
      const { key } = await engine.access.createKey({ organization: 'load', user: 'ada@load.test', name: 'Load', scopes: ['mcp', 'read'] })
      keys.push(key)
    }
    const server = mcp(engine)
    const open = async (token: string) => {
      const asked = { notifications: { resourceSubscriptions: [`crm://contacts/${id}`] } }
      const reader = (await server.fetch(modernRequest('subscriptions/listen', asked, { token }))).body!.getReader()
      await reader.read()
      return reader
    }
    const round = async (told?: (heap: number, ms: number) => void) => {
      const readers = []
      for (const key of keys) for (let at = 0; at < OF_KEY; at += 1) readers.push(await open(key))
      if (told) {
        const started = performance.now()
        await api.contacts.update({ id, title: `${started}` })
        await Promise.all(readers.map((each) => each.read()))
        told(await heapOf(), performance.now() - started)
      }
      await Promise.all(readers.map((each) => each.cancel()))
      const closing = performance.now()
      while ((await openStreams(engine)) !== 0) await setImmediate()
      return performance.now() - closing
    }
    // What is made once, such as compiled schemas, is no leak.
    await round()
    const before = await heapOf()
    const seen = { perStream: 0, told: 0, forgotten: 0 }
    for (let opened = 0; opened < STREAMS; opened += AT_ONCE)
      seen.forgotten = Math.max(
        seen.forgotten,
        await round((heap, ms) => {
          seen.perStream = Math.max(seen.perStream, (heap - before) / AT_ONCE)
          seen.told = Math.max(seen.told, ms)
        }),
      )
    const after = await heapOf()
    await server.close()
    await engine.close()
    return {
      opened: STREAMS,
      atOnce: AT_ONCE,
      kilobytesOfAnOpenStream: Math.round(seen.perStream / 1024),
      kilobytesLeftOfAllThatWereClosed: Math.round((after - before) / 1024),
      msUntilAChangeIsToldToAll: Math.round(seen.told),
      msUntilClosedStreamsAreForgotten: Math.round(seen.forgotten),
    }
  } finally {
    await stage.close()
  }
}

async function openStreams(engine: Engine): Promise<number | undefined> {
  return (await engine.metrics()).find(({ name }) => name === 'rapport_event_streams')?.samples[0]?.value
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

async function heapOf(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await setImmediate()
    collect()
  }
  return process.memoryUsage().heapUsed
}
