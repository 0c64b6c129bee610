import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type Actor, Engine, scopes } from 'rapport-crm'
import { bin, HostLab, type HostProcess } from '../../support/host.ts'
import { Stage } from '../chaos/stage.ts'
import { storageOf } from '../chaos/storage.ts'
import { Answers } from './answers.ts'
import { callerOf } from './callers.ts'
import { type DatabaseName, inSchema } from './lab.ts'

const RECORDS = 5000
const APART_MS = 20
// What a reader may wait beside another organization (issue "Nothing holds it up", 1).
const MUST_MS = 100

/** How the greedy one keeps the host busy: with so many callers at once, each again as soon as it may. */
const greedy: Readonly<Record<string, { readonly atOnce: number; call(at: number): { readonly path: string; readonly body: object } }>> = {
  'bulk calls of 5,000 new contacts': {
    atOnce: 8,
    call: (at) => ({ path: '/contacts/bulk', body: { records: people(at) } }),
  },
  'bulk calls that change 5,000 contacts': {
    atOnce: 8,
    call: (at) => ({ path: '/contacts/bulk', body: { records: people(0).map((each) => ({ ...each, last_name: `Name ${at}` })) } }),
  },
  'ingest of 5,000 companies': {
    atOnce: 8,
    call: (at) => ({
      path: '/sync/ingest',
      body: {
        provider: 'custom:load',
        object: 'companies',
        records: people(at).map(({ email }) => ({ Id: email, Name: `Company ${email}`, Website: `https://${email.replace('@', '.')}` })),
      },
    }),
  },
  'searches through all contacts': {
    atOnce: 50,
    call: (at) => ({ path: '/contacts/search', body: { filter: { field: 'last_name', op: 'contains', value: `x${at}` }, limit: 200 } }),
  },
}

/** One organization sends the greatest calls without end; how long another one waits for a single contact, and for one that it writes. */
export async function fair(database: DatabaseName, seconds: number): Promise<Record<string, unknown>> {
  await using lab = await HostLab.open(bin)
  const stage = await Stage.open()
  try {
    const url = database === 'sqlite' ? `sqlite:${join(lab.folder, 'fair.sqlite')}` : await stage.database()
    const keys = await keysOf(url.replace('sqlite:', ''))
    const host = await lab.serve({ DATABASE_URL: database === 'sqlite' ? url : inSchema(url), RAPPORT_RATE_LIMIT: '1000000' })
    const { id } = (await (await send(host, keys.small, '/contacts', { email: 'one@small.example' })).json()) as { id: string }
    const found: Record<string, unknown> = {}
    for (const [at, [name, { atOnce, call }]] of Object.entries(greedy).entries()) {
      const [large, reads, writes] = [new Answers(), new Answers(), new Answers()]
      const end = Date.now() + seconds * 1000
      let sent = 0
      const sending = Array.from({ length: atOnce }, async () => {
        while (Date.now() < end) {
          const { path, body } = call((sent += 1))
          const answer = await timed(large, () => send(host, keys.large, path, body))
          await after(Number(answer.headers.get('retry-after') ?? 0) * 1000)
        }
      })
      const headers = headersOf(keys.small)
      const callers = [
        callerOf({ url: `${host.url}/api/v1/contacts/${id}`, headers, apart: APART_MS }, (answer) => reads.add(answer)),
        callerOf(
          { url: `${host.url}/api/v1/contacts`, headers, body: `{"email":"${at}.{at}@small.example"}`, apart: 5 * APART_MS },
          (answer) => writes.add(answer),
        ),
      ]
      await Promise.all(sending)
      await Promise.all(callers.map((each) => each.terminate()))
      found[name] = { large: large.shown(), reads: reads.shown(), writes: writes.shown(), slow: reads.slowerThan(MUST_MS) }
    }
    return found
  } finally {
    await stage.close()
  }
}

async function timed(answers: Answers, work: () => Promise<Response>): Promise<Response> {
  const started = performance.now()
  const response = await work()
  answers.add({ status: response.status, ms: performance.now() - started, retryAfter: response.headers.get('retry-after') })
  return response
}

async function send(host: HostProcess, key: string, path: string, body?: object): Promise<Response> {
  const headers = headersOf(key)
  const response = await fetch(`${host.url}/api/v1${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  return new Response(await response.arrayBuffer(), response)
}

function headersOf(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
}

function people(batch: number): { readonly email: string; readonly first_name: string }[] {
  return Array.from({ length: RECORDS }, (_, at) => ({ email: `person${at}@batch${batch}.example`, first_name: 'Ada' }))
}

async function keysOf(place: string): Promise<{ readonly large: string; readonly small: string }> {
  const engine = await Engine.open({ storage: storageOf(place) })
  try {
    const keyOf = async (organization: string) => {
      const actor: Actor = { organization, user: `ada@${organization}.test`, role: 'admin', scopes: new Set(scopes) }
      return (await engine.as(actor).apiKeys.create({ name: 'Load', scopes: ['read', 'write'] })).key ?? ''
    }
    return { large: await keyOf('large'), small: await keyOf('small') }
  } finally {
    await engine.close()
  }
}
