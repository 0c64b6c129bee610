import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { type Actor, type Api, Engine, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { type Measurement, median, type Place, type Row } from './report.ts'
import { workflowProbe } from './workflow-probe.ts'

type Kind = 'sqlite' | 'postgresql'
const actor: Actor = { organization: 'bench', user: 'ada@bench.test', role: 'admin', scopes: new Set(scopes) }
const steps = [
  { type: 'add_tag', config: { tag: 'hot' } },
  { type: 'adjust_score', config: { points: 5 } },
  { type: 'create_task', config: { title: 'Call {{contact.first_name}}' } },
]

/** Workflows with their events, history and conditions, in one process. */
export const workflowRows: readonly Measurement[] = [
  runs('sqlite', 5000),
  runs('postgresql', 1667),
  reaction('sqlite', 5),
  reaction('postgresql', 15),
  dispatch('sqlite'),
  dispatch('postgresql'),
  idle('sqlite', 0.1),
  idle('postgresql', 1),
]

// From the enrollment of all on, until the runs have ended and all their events are dispatched, as in a host: its loops go side by side. A
// host runs for weeks, so the first runs of the process are not measured.
function runs(kind: Kind, must: number): Measurement {
  const name = `runs of three steps, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      const [first, count] = [2000, 5000]
      const probe = await workflowProbe(kind, kind === 'sqlite' ? join(place.folder, `${randomUUID()}.sqlite`) : place.postgresUrl, count)
      return await opened(storage(kind, place), async (engine, api) => {
        const ids = await contacts(api, first + count)
        await settle(engine)
        const workflow = await active(api, { trigger: { type: 'contact.deleted' }, steps })
        const enrolled = async (some: readonly string[]) => {
          for (let at = 0; at < some.length; at += 1000) await api.workflows.enroll({ id: workflow, ids: some.slice(at, at + 1000) })
        }
        await enrolled(ids.slice(0, first))
        await settle(engine)
        await enrolled(ids.slice(first))
        const started = performance.now()
        await carriedOn(engine, api, workflow)
        const seconds = (performance.now() - started) / 1000
        return {
          name,
          probe,
          ours: count / seconds,
          unit: '/s',
          must: `${must}/s`,
          note: `a tag, a score, a task; ${seconds.toFixed(1)} s`,
        }
      })
    },
  }
}

// From the commit of the trigger until the first step is done, as a caller sees it.
function reaction(kind: Kind, must: number): Measurement {
  const name = `commit of a trigger to its first step, p99, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      return await opened(storage(kind, place), async (engine, api) => {
        await active(api, { trigger: { type: 'contact.created' }, steps: [{ type: 'add_tag', config: { tag: 'hot' } }] })
        await engine.start()
        const times: number[] = []
        for (let at = 0; at < 300; at += 1) {
          const { id } = await api.contacts.create({ email: `r${at}@reaction.example` })
          const started = performance.now()
          while ((await api.contacts.get({ id })).tags.length === 0) await turn()
          if (at >= 100) times.push(performance.now() - started)
        }
        const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
        return {
          name,
          ours: p99,
          unit: 'ms',
          must: `${must} ms`,
          note: `p50 ${median(times).toFixed(1)} ms, with the reads that look for it`,
        }
      })
    },
  }
}

function dispatch(kind: Kind): Measurement {
  const name = `events past 100 workflows that do not match, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      return await opened(storage(kind, place), async (engine, api) => {
        const conditions = [{ field: 'contact.first_name', op: 'eq', value: 'Nobody' }]
        for (let at = 0; at < 100; at += 1)
          await active(api, { trigger: { type: 'contact.created' }, conditions, steps: [{ type: 'stop' }] })
        await settle(engine)
        const count = 5000
        await contacts(api, count)
        const started = performance.now()
        await settle(engine)
        const rate = count / ((performance.now() - started) / 1000)
        return { name, ours: rate, unit: '/s', must: '20000/s', note: 'each with a condition of its own' }
      })
    },
  }
}

// A tick of the whole engine, with all its loops, while runs wait for a day.
function idle(kind: Kind, must: number): Measurement {
  const name = `an idle tick beside 20,000 waiting runs, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      return await opened(storage(kind, place), async (engine, api) => {
        const ids = await contacts(api, 20_000)
        await settle(engine)
        const wait = { type: 'delay', config: { amount: 30, unit: 'days' } }
        const workflow = await active(api, { trigger: { type: 'contact.deleted' }, steps: [wait] })
        for (let at = 0; at < ids.length; at += 1000) await api.workflows.enroll({ id: workflow, ids: ids.slice(at, at + 1000) })
        await settle(engine)
        const times: number[] = []
        for (let at = 0; at < 201; at += 1) {
          const started = performance.now()
          await engine.tick()
          times.push(performance.now() - started)
        }
        return { name, ours: median(times), unit: 'ms', must: `${must} ms`, note: 'all loops of the engine' }
      })
    },
  }
}

async function opened(storage: Storage, work: (engine: Engine<Api>, api: Api) => Promise<Row>): Promise<Row> {
  const engine = await Engine.open({ storage })
  try {
    return await work(engine, engine.as(actor))
  } finally {
    await engine.close()
  }
}

async function active(api: Api, definition: object): Promise<string> {
  const { id } = await api.workflows.create({ name: 'Bench', ...definition } as Parameters<Api['workflows']['create']>[0])
  await api.workflows.activate({ id })
  return id
}

async function contacts(api: Api, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1000) {
    const records = Array.from({ length: Math.min(1000, count - at) }, (_, each) => ({
      first_name: `Contact ${at + each}`,
      email: `c${at + each}@bench${(at + each) % 50}.example`,
    }))
    const { results } = await api.contacts.bulkUpsert({ records })
    ids.push(...results.flatMap(({ id }) => id ?? []))
  }
  return ids
}

async function carriedOn(engine: Engine<Api>, api: Api, workflow_id: string): Promise<void> {
  await engine.start()
  const isGoingOn = async (status: 'running' | 'waiting') =>
    (await api.workflowRuns.list({ workflow_id, status, limit: 1 })).workflow_runs.length > 0
  while ((await isGoingOn('running')) || (await isGoingOn('waiting'))) await pause(10)
  await settle(engine)
}

// Until nothing is due.
async function settle(engine: Engine<Api>): Promise<void> {
  for (;;) {
    const next = await engine.tick()
    if (!next || Number(next) > Date.now() + 250) return
  }
}

function storage(kind: Kind, { folder, postgresUrl }: Place): Storage {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  return kind === 'sqlite' ? sqlite(join(folder, `${name}.sqlite`)) : postgresql({ url: postgresUrl, schema: name })
}
