import { join } from 'node:path'
import { type Actor, Engine, scopes, type Storage } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import type { Place } from './report.ts'
import { people, type StallCall, stallCalls } from './stall-calls.ts'
import { type Watched, watchTurns } from './turn-watch.ts'

// Contacts that are stored before.
const CONTACTS = Number(process.env['STALL_CONTACTS'] ?? 100_000)
const SET = 5000
const AT_ONCE = 10
// Code that is read on its first use takes its time once in the life of a process: the first call is told apart.
const ROUNDS = 3

/**
 * Prints the longest turn of the event loop while each of the heaviest calls runs alone, and while ten run at once, on both databases:
 * `npm run bench -- stalls`, of some calls `npm run bench -- stalls ingest`. The calls come in as requests and go to the end of their answers, in this process.
 */
export async function stalls({ folder, postgresUrl }: Place, words: readonly string[] = []): Promise<void> {
  const kinds = (process.env['STALL_DATABASES'] ?? 'sqlite,postgresql').split(',')
  for (const kind of kinds)
    await measure(
      kind,
      words,
      kind === 'sqlite' ? sqlite(join(folder, 'stalls.sqlite')) : postgresql({ url: postgresUrl, schema: 'stalls' }),
    )
}

async function measure(kind: string, words: readonly string[], storage: Storage): Promise<void> {
  const engine = await Engine.open({ storage, rateLimit: Infinity })
  const actor: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }
  const { fetch, close } = http(engine, { authenticate: async () => actor })
  try {
    const send = async ({ method = 'GET', path, body, job, refused }: StallCall, at: number) => {
      const text = body && JSON.stringify(body(at, ids))
      const headers = { 'content-type': 'application/json' }
      const request = new Request(`http://crm.test/api/v1${path(at, ids)}`, { method, headers, ...(text && { body: text }) })
      return {
        run: async () => {
          const answer = await fetch(request)
          const answered = Buffer.from(await answer.arrayBuffer()).toString()
          if (answer.status >= 400 || (!refused && isRefused(answered))) throw new Error(`${path(at, ids)}: ${answered.slice(0, 600)}`)
          if (job) await engine.tick()
        },
      }
    }
    const api = engine.as(actor)
    const ids: string[] = []
    await api.properties.create({ object: 'contacts', name: 'badge', type: 'text' })
    for (let batch = 0; batch * SET < CONTACTS; batch += 1) {
      const { results } = await api.contacts.bulkUpsert({ records: people(batch) })
      if (batch === 0) ids.push(...results.flatMap(({ id }) => id ?? []))
      await engine.tick()
    }
    console.log(`\n${kind}: ${CONTACTS} contacts\n${'call'.padEnd(48)}first   later turns: longest, over 50 ms`)
    const wanted = stallCalls.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
    for (const call of wanted) {
      const rounds: Watched[] = []
      for (let at = 0; at < ROUNDS; at += 1) {
        const { run } = await send(call, at)
        rounds.push(await watchTurns(run))
        await engine.tick()
      }
      print(call.name, rounds)
    }
    if (words.length > 0) return
    const some = stallCalls.filter(({ job }) => !job).slice(0, AT_ONCE)
    const prepared = await Promise.all(some.map((call) => send(call, ROUNDS)))
    print('ten of them at once', [await watchTurns(() => Promise.all(prepared.map(({ run }) => run())))])
  } finally {
    await close?.()
    await engine.close()
  }
}

// A set that is refused takes no time.
function isRefused(answer: string): boolean {
  return /"rejected":[1-9]/.test(answer.slice(0, 2000)) || /"status":"rejected"/.test(answer.slice(0, 2000))
}

function print(name: string, [first, ...later]: readonly Watched[]): void {
  const rest = later.length > 0 ? later : first ? [first] : []
  const most = (of: (each: Watched) => number) => Math.round(Math.max(0, ...rest.map(of)))
  const figures = [most(({ longest }) => longest), most(({ over }) => over)]
  console.log(
    `${name.padEnd(46)}${String(Math.round(first?.longest ?? 0)).padStart(6)}${figures.map((each) => String(each).padStart(9)).join('')}`,
  )
}
