import { setTimeout as after } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { Answers } from './answers.ts'
import { type DatabaseName, LoadLab, type LoadedHost } from './lab.ts'

const CALLERS = 20
// Calls under way that a host answers as fast as it can: more of them only wait.
const FULL = 16
const SAMPLE_MS = 250
const WARM_UP_SECONDS = 8

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

/**
 * Finds out how many calls of a mix the host answers in a second, sends twice as many at a steady rate, whatever comes of them, and
 * watches its answers and its memory.
 */
export async function mixed(database: DatabaseName, seconds: number): Promise<Record<string, unknown>> {
  await using lab = await LoadLab.open()
  const loaded = await lab.host(database, CALLERS)
  const client = new Client(loaded)
  // Code that runs for the first time is compiled first.
  await client.capacity(WARM_UP_SECONDS)
  const capacity = await client.capacity(Math.min(10, seconds))
  const answers = new Answers()
  const memory: number[] = []
  const started = Date.now()
  const underWay = new Set<Promise<unknown>>()
  let most = 0
  for (let sent = 0, sampled = 0; Date.now() - started < seconds * 1000;) {
    const due = ((Date.now() - started) / 1000) * 2 * capacity
    for (; sent < due; sent += 1) {
      const call = client.send(sent).then((answer) => answers.add(answer))
      underWay.add(call)
      void call.finally(() => underWay.delete(call))
    }
    most = Math.max(most, underWay.size)
    if (Date.now() - started > sampled) {
      sampled += SAMPLE_MS
      memory.push(await loaded.memory())
    }
    await after(5)
  }
  await Promise.all(underWay)
  const quarter = Math.ceil(memory.length / 4)
  const mean = (of: readonly number[]) => Math.round(of.reduce((sum, each) => sum + each, 0) / of.length)
  return {
    capacity,
    offered: 2 * capacity,
    answers: answers.shown(),
    mostUnderWay: most,
    memory: { second: mean(memory.slice(quarter, 2 * quarter)), last: mean(memory.slice(-quarter)), peak: Math.round(Math.max(...memory)) },
    // What is asked after the load is answered as before.
    after: (await client.send(0)).ms,
  }
}

class Client {
  readonly #loaded: LoadedHost
  // As a proxy in front of the host keeps them.
  readonly #agent = new Agent({ connections: 400, pipelining: 1, headersTimeout: 60_000 })

  constructor(loaded: LoadedHost) {
    this.#loaded = loaded
  }

  /** Answers in a second with as many calls under way as the host has use for. */
  async capacity(seconds: number): Promise<number> {
    const end = Date.now() + seconds * 1000
    let [sent, done] = [0, 0]
    const lane = async () => {
      while (Date.now() < end) {
        sent += 1
        const { status } = await this.send(sent)
        if (status < 300) done += 1
      }
    }
    await Promise.all(Array.from({ length: FULL }, lane))
    return Math.round(done / seconds)
  }

  async send(index: number): Promise<{ status: number; ms: number; retryAfter: string | null }> {
    const { host, keys } = this.#loaded
    const { method, path, body } = callOf(index)
    const headers = { authorization: `Bearer ${keys[index % keys.length]}`, 'content-type': 'application/json' }
    const started = performance.now()
    try {
      const answer = await request(`${host.url}/api/v1${path}`, {
        dispatcher: this.#agent,
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      await answer.body.dump()
      const retryAfter = answer.headers['retry-after']
      return {
        status: answer.statusCode,
        ms: performance.now() - started,
        retryAfter: retryAfter === undefined ? null : String(retryAfter),
      }
    } catch {
      return { status: 0, ms: performance.now() - started, retryAfter: null }
    }
  }
}

let serial = 0

// Of ten calls five read lists, two look something up, two write a record, and one writes twenty.
function callOf(index: number): Call {
  const contact = () => ({ email: `person${(serial += 1)}@load.example`, first_name: 'Ada', last_name: `Number ${serial}` })
  const turn = index % 10
  if (turn < 5) return { method: 'GET', path: '/contacts?limit=50' }
  if (turn < 7) return { method: 'GET', path: `/contacts?email=person${index % 100}@load.example` }
  if (turn < 9) return { method: 'POST', path: '/contacts', body: contact() }
  return { method: 'POST', path: '/contacts/bulk', body: { records: Array.from({ length: 20 }, contact) } }
}
