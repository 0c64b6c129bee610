import { setTimeout as after } from 'node:timers/promises'
import { type DatabaseName, LoadLab } from './lab.ts'
import { type Answer, Answers } from './answers.ts'

const CALLERS = 50
const RECORDS = 5000
// With it a body has about 30 MiB; 32 are the most.
const PROPERTIES = 20
const FILLER = 280

/** 50 callers send a bulk call of the greatest size at once, and again after the time that a refusal names; another caller reads meanwhile. */
export async function greatest(database: DatabaseName, seconds: number): Promise<Record<string, unknown>> {
  await using lab = await LoadLab.open()
  const { host, keys, memory } = await lab.host(database, CALLERS + 1)
  const body = greatestBody()
  const before = await memory()
  const end = Date.now() + seconds * 1000
  const [bulk, reads] = [new Answers(), new Answers()]
  let peak = before
  const over = new AbortController()
  const send = async (path: string, key: string, body?: string): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const started = performance.now()
    try {
      const response = await fetch(`${host.url}/api/v1${path}`, body === undefined ? { headers } : { method: 'POST', headers, body })
      await response.arrayBuffer()
      return { status: response.status, ms: performance.now() - started, retryAfter: response.headers.get('retry-after') }
    } catch {
      return { status: 0, ms: performance.now() - started, retryAfter: null }
    }
  }
  const callers = keys.slice(0, CALLERS).map(async (key) => {
    for (;;) {
      const answer = bulk.add(await send('/contacts/bulk', key, body))
      if (answer.status === 200 || Date.now() > end) return
      await after(Math.min(Number(answer.retryAfter ?? 1) * 1000, Math.max(0, end - Date.now())))
    }
  })
  const reading = (async () => {
    while (!over.signal.aborted) {
      reads.add(await send('/contacts?limit=1', keys[CALLERS] ?? ''))
      peak = Math.max(peak, await memory().catch(() => 0))
      await after(50)
    }
  })()
  await Promise.all(callers)
  over.abort()
  await reading
  const alive = host.child.exitCode === null && host.child.signalCode === null
  return {
    bytes: body.length,
    bulk: bulk.shown(),
    reads: reads.shown(),
    memory: { before, peak, after: await memory().catch(() => 0) },
    alive,
  }
}

// The same for all callers, so that the last of them changes nothing.
function greatestBody(): string {
  const custom_properties = Object.fromEntries(Array.from({ length: PROPERTIES }, (_, at) => [`property_${at}`, 'x'.repeat(FILLER)]))
  const records = Array.from({ length: RECORDS }, (_, at) => ({ email: `person${at}@load.example`, first_name: 'Ada', custom_properties }))
  return JSON.stringify({ records })
}
