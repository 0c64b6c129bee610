import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Engine } from 'rapport-crm'
import { bundled } from '../../support/bundle.ts'
import { startPostgres } from '../../support/postgres.setup.ts'
import { launch } from '../chaos/launch.ts'
import { storageOf } from '../chaos/storage.ts'
import { Chance } from '../simulation/chance.ts'
import { rowsOf, traceProbe } from './traces.ts'
import { ada, callPlugin, type Orders } from './worker.ts'

// node -C source test/quality/workflows/run.ts [--postgresql] [--runs N] [--processes N] [--kills N] [--seed N]: runs that real processes
// carry on while they are killed; exits with 1 if a run is lost, or a step or the effect of one is there twice.
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { postgresql: { type: 'boolean' }, runs: text, processes: text, kills: text, seed: text },
})
const runs = Number(values.runs ?? 2000)
const processes = values.postgresql ? Number(values.processes ?? 4) : 1
const kills = Number(values.kills ?? 20)
const seed = Number(values.seed ?? 1)
const chance = new Chance(seed)
const LEASE_MS = 61_000

const folder = await mkdtemp(join(tmpdir(), 'rapport-workflows-'))
const server = values.postgresql ? await startPostgres() : undefined
const place = server ? `${server.url}?schema=workflows` : join(folder, 'rapport.sqlite')
const calls = join(folder, 'calls.txt')
await writeFile(calls, '')
try {
  const workflow = await prepared()
  const started = performance.now()
  await carriedOn(workflow)
  const seconds = (performance.now() - started) / 1000
  const faults = await faultsOf(workflow)
  console.log(
    JSON.stringify({ storage: server ? 'PostgreSQL' : 'SQLite file', runs, processes, kills, seed, seconds: Math.round(seconds), faults }),
  )
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function inside<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = (await Engine.open({ storage: storageOf(place), plugins: [callPlugin(calls), traceProbe] })) as Engine
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

async function prepared(): Promise<string> {
  return await inside(async (engine) => {
    const api = engine.as(ada)
    const steps = [
      { type: 'adjust_score', config: { points: 1 } },
      { type: 'add_note', config: { note: 'Once' } },
      { type: 'lab.call', config: {} },
      { type: 'adjust_score', config: { points: 10 } },
      { type: 'create_task', config: { title: 'Call {{contact.first_name | them}}' } },
    ]
    const { id } = await api.workflows.create({ name: 'Chaos', trigger: { type: 'contact.created' }, steps })
    await api.workflows.activate({ id })
    // Each is enrolled by its event, which the processes dispatch.
    for (let from = 0; from < runs; from += 1000) {
      const records = Array.from({ length: Math.min(1000, runs - from) }, (_, at) => ({ email: `p.${from + at}@example.com` }))
      await api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records })
    }
    return id
  })
}

async function carriedOn(workflow: string): Promise<void> {
  const script = await bundled(fileURLToPath(new URL('./worker.ts', pathToFileURL(import.meta.filename))))
  let [left, aheadMs] = [kills, 0]
  const lane = async () => {
    for (;;) {
      const orders: Orders = { place, workflow, calls, aheadMs }
      const child = launch(script, [JSON.stringify(orders)], ['ignore', 'pipe', 'inherit'])
      const ended = once(child, 'exit')
      const ready = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
      if (left > 0 && ready.length === 1) {
        left -= 1
        await Promise.race([pause(chance.whole(0, 400)), ended])
        child.kill('SIGKILL')
        aheadMs += LEASE_MS
      }
      const [code] = (await ended) as [number | null]
      if (code === 0) return
    }
  }
  await Promise.all(Array.from({ length: processes }, lane))
}

async function faultsOf(workflow: string): Promise<string[]> {
  return await inside(async (engine) => {
    const faults: string[] = []
    const expects = (what: string, is: unknown, right: unknown) => {
      if (is !== right) faults.push(`${what}: ${String(is)} instead of ${String(right)}`)
    }
    const stats = await engine.as(ada).workflows.stats({ id: workflow })
    expects('enrolled', stats.enrolled, runs)
    expects('completed', stats.completed, runs)
    const steps = await rowsOf(engine, 'workflow_steps')
    expects('steps', steps.length, runs * 5)
    expects('steps by run and number', new Set(steps.map(({ run_id, seq }) => `${String(run_id)} ${String(seq)}`)).size, runs * 5)
    const scores = Map.groupBy(await rowsOf(engine, 'contacts'), ({ lead_score }) => Number(lead_score))
    expects('contacts with the right score', scores.get(11)?.length, runs)
    const events = Map.groupBy(await rowsOf(engine, 'events'), ({ type }) => String(type))
    expects('notes', events.get('contact.note_added')?.length, runs)
    expects('tasks', events.get('task.created')?.length, runs)
    const keys = (await readFile(calls, 'utf8')).split('\n').filter((each) => each !== '')
    expects('keys of calls', new Set(keys).size, runs)
    console.log(`${keys.length - runs} calls were made again with their key`)
    return faults
  })
}
