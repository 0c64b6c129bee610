import { setTimeout as after } from 'node:timers/promises'
import { type Actor, Engine, scopes } from 'rapport-crm'
import { bin, HostLab, type HostProcess } from '../../support/host.ts'
import { inSchema } from '../load/lab.ts'
import { moments } from './round.ts'
import { storageOf } from './storage.ts'

// Bulk calls of the large organization: so many at once, of so many contacts.
const AT_ONCE = 8
const RECORDS = 2000
// Beside them, the other one waits for its turn, and for nobody's work before it.
const MOST_WAIT_MS = 5000
const MOST_WRITES = 20

/** A host that was killed under one organization that calls without end and another one that writes now and then. */
export interface FairKills {
  readonly acknowledged: number
  /** Bulk calls of the large organization that were answered, and those that were told to come back later. */
  readonly bulks: number
  readonly refused: number
  readonly killed: number
  readonly 'small waited ms at most': number
  readonly faults: readonly string[]
}

interface Answer {
  readonly status: number
  readonly json: Record<string, unknown>
}

/**
 * In each round one organization sends bulk calls without end, another one writes single contacts, and the host is killed. Each acknowledged
 * contact is there afterwards, each acknowledged bulk call is there whole, and each other one whole or not at all; no call of the other
 * organization is refused or waits for the work of the first.
 */
export async function fairKills(place: string, { rounds, seed }: { rounds: number; seed: number }): Promise<FairKills> {
  await using lab = await HostLab.open(bin)
  const next = moments(seed, MOST_WRITES)
  const keys = await keysOf(place)
  const [faults, contacts, whole, sent]: [string[], string[], Set<number>, number[]] = [[], [], new Set(), []]
  let [refused, waited] = [0, 0]
  for (let at = 0; at < rounds; at += 1) {
    const { answers, ms } = next()
    const host = await lab.serve({
      DATABASE_URL: place.startsWith('postgres:') ? inSchema(place) : `sqlite:${place}`,
      RAPPORT_RATE_LIMIT: '1000000',
    })
    const ending = new AbortController()
    // Whoever is cut off by the kill has no answer; before it, there is no such call.
    const call = async (key: string, path: string, body: object): Promise<Answer | undefined> => {
      try {
        return await post(host, key, path, body)
      } catch (error) {
        if (!ending.signal.aborted) faults.push(`round ${at}: ${path} was cut off: ${String(error)}`)
        return undefined
      }
    }
    const large = Array.from({ length: AT_ONCE }, async () => {
      while (!ending.signal.aborted) {
        const batch = sent.push(sent.length) - 1
        const answer = await call(keys.large, '/contacts/bulk', { records: people(batch) })
        if (answer?.status === 200) whole.add(batch)
        else if (answer?.status === 429 || answer?.status === 503) refused += 1
        else if (answer) faults.push(`round ${at}: a bulk call was answered by ${answer.status}`)
        if (answer && answer.status !== 200) await after(50)
      }
    })
    const small = (async () => {
      for (let count = 0; !ending.signal.aborted; count += 1) {
        const begun = performance.now()
        const answer = await call(keys.small, '/contacts', { email: `${at}.${count}@small.example` })
        if (!answer) return
        waited = Math.max(waited, Math.round(performance.now() - begun))
        if (answer.status === 201) contacts.push(String(answer.json['id']))
        else faults.push(`round ${at}: the other organization was answered by ${answer.status}`)
      }
    })()
    const before = { contacts: contacts.length, whole: whole.size }
    for (const end = performance.now() + 60_000; contacts.length < before.contacts + answers || whole.size === before.whole; await after(2))
      if (performance.now() > end) {
        faults.push(`round ${at}: an organization is not served`)
        break
      }
    await after(ms)
    ending.abort()
    await host.signal('SIGKILL')
    await Promise.all([...large, small])
    faults.push(...(await audit(place, contacts, { whole, sent: sent.length })).map((fault) => `round ${at}: ${fault}`))
  }
  if (waited > MOST_WAIT_MS) faults.push(`the other organization waited for ${waited} ms`)
  return { acknowledged: contacts.length, bulks: whole.size, refused, killed: rounds, 'small waited ms at most': waited, faults }
}

// What the next engine finds, seen by each organization.
async function audit(place: string, ids: readonly string[], bulks: { whole: ReadonlySet<number>; sent: number }): Promise<string[]> {
  const engine = await Engine.open({ storage: storageOf(place) })
  const faults: string[] = []
  try {
    const [small, large] = [engine.as(actorOf('small')), engine.as(actorOf('large'))]
    const known = new Set<string>()
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await small.contacts.list({ limit: 200, fields: 'id', ...(cursor && { cursor }) })
      for (const { id } of page.contacts) known.add(id)
      cursor = page.next_cursor
    }
    faults.push(...ids.filter((id) => !known.has(id)).map((id) => `contact ${id} was acknowledged and is gone`))
    for (let batch = 0; batch < bulks.sent; batch += 1) {
      const filter = { field: 'primary_source', op: 'eq', value: `batch ${batch}` } as const
      const { total } = await large.contacts.search({ filter, limit: 1, count: true })
      if (total === RECORDS || (total === 0 && !bulks.whole.has(batch))) continue
      faults.push(`bulk call ${batch}${bulks.whole.has(batch) ? ' was acknowledged and' : ''} left ${total} of ${RECORDS} contacts`)
    }
  } finally {
    await engine.close()
  }
  return faults
}

function people(batch: number): object[] {
  return Array.from({ length: RECORDS }, (_, at) => ({ email: `person${at}@batch${batch}.example`, primary_source: `batch ${batch}` }))
}

async function post({ url }: HostProcess, key: string, path: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, json: (await response.json()) as Answer['json'] }
}

const actorOf = (organization: string): Actor => ({
  organization,
  user: `ada@${organization}.test`,
  role: 'admin',
  scopes: new Set(scopes),
})

/** A key of each of two organizations. */
async function keysOf(place: string): Promise<{ readonly large: string; readonly small: string }> {
  const engine = await Engine.open({ storage: storageOf(place) })
  try {
    const keyOf = async (organization: string) =>
      (await engine.as(actorOf(organization)).apiKeys.create({ name: 'Chaos', scopes: ['read', 'write'] })).key ?? ''
    return { large: await keyOf('large'), small: await keyOf('small') }
  } finally {
    await engine.close()
  }
}
