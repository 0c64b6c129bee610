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
// As many as one user and one process may have open.
const OF_USER = 10
const AT_ONCE = 1000

/**
 * Opens 10,000 streams of `subscriptions/listen`, at most 1,000 at once by 100 users, each of an organization of its own, and closes each as a client does that goes
 * away. It tells what an open stream takes, what is left when all are closed, how long the last of them takes to be forgotten, and how long a change takes to all that
 * are open. Throws where one does not open.
 */
export async function streams(database: DatabaseName): Promise<Record<string, unknown>> {
  const stage = await Stage.open()
  try {
    const place = database === 'sqlite' ? await stage.file() : await stage.database()
    const engine = (await Engine.open({ storage: storageOf(place), rateLimit: 1_000_000 })) as Engine
    const users: { readonly key: string; readonly address: string; change(title: string): Promise<unknown> }[] = []
    while (users.length < AT_ONCE / OF_USER) users.push(await userOf(engine, `load-${users.length}`))
    const server = mcp(engine)
    const open = async ({ key, address }: (typeof users)[number]) => {
      const asked = { notifications: { resourceSubscriptions: [address] } }
      const answer = await server.fetch(modernRequest('subscriptions/listen', asked, { token: key }))
      if (answer.headers.get('content-type') !== 'text/event-stream') throw new Error(`No stream was opened: ${await answer.text()}`)
      const reader = answer.body!.getReader()
      await reader.read()
      return reader
    }
    const round = async (told?: (heap: number, ms: number) => void) => {
      const readers = []
      for (const user of users) for (let at = 0; at < OF_USER; at += 1) readers.push(await open(user))
      if (told) {
        const started = performance.now()
        for (const each of users) await each.change(`${started}`)
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

/** The admin of a new organization, with a contact whose changes are heard. */
async function userOf(engine: Engine, organization: string) {
  const user = `ada@${organization}.test`
  await engine.access.createOrganization({ id: organization, admin: user })
  const api = engine.as({ organization, user, role: 'admin', scopes: new Set(scopes) })
  const { id } = await api.contacts.create({ first_name: 'Ann' })
  const { key } = await engine.access.createKey({ organization, user, name: 'Load', scopes: ['mcp', 'read'] })
  return { key, address: `crm://contacts/${id}`, change: (title: string) => api.contacts.update({ id, title }) }
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
