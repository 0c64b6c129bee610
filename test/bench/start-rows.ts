import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { type Measurement, median, type Place, type Row } from './report.ts'
import { benchKey, type Server, startHost } from './servers.ts'
import { people } from './stall-calls.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

// One after the other in a new process: the first reads and compiles code that the second one finds.
const firstLarge = (database: string, urlIn: (place: Place) => string): Measurement => ({
  name: `first bulk of 5,000 contacts of a process against its second, ${database}`,
  async measure(place): Promise<Row> {
    const [first, second]: [number[], number[]] = [[], []]
    for (let repetition = 0; repetition < 3; repetition += 1) {
      await using host = await startHost(urlIn(place))
      for (const [at, times] of [first, second].entries()) times.push(await timeOfBulk(host, `${database}-${repetition}-${at}`))
    }
    return { name: this.name, probe: median(second), ours: median(first), unit: 'ms', must: '1.33x' }
  },
})

async function timeOfBulk({ origin }: Server, batch: string): Promise<number> {
  const body = JSON.stringify({ records: people(batch) })
  const headers = { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' }
  const started = performance.now()
  const answer = await fetch(`${origin}/api/v1/contacts/bulk`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok || !text.includes('"created":5000')) throw new Error(text.slice(0, 300))
  return performance.now() - started
}

/** From an empty process to the first contact written, and what an idle host weighs. */
export const startRows: readonly Measurement[] = [
  {
    name: 'start: import, open in memory, first contact',
    async measure(): Promise<Row> {
      const times: number[] = []
      for (let repetition = 0; repetition < 5; repetition += 1) {
        const { stdout } = await run(process.execPath, ['test/bench/first-contact.ts'], { cwd: root })
        times.push(Number(stdout))
      }
      return { name: this.name, ours: median(times), unit: 'ms', must: '600 ms' }
    },
  },
  {
    name: 'memory: idle host on an SQLite file',
    async measure({ folder }): Promise<Row> {
      await using host = await startHost(`sqlite:${join(folder, 'idle.sqlite')}`)
      return { name: this.name, ours: await host.memory(), unit: 'MB', must: '150 MB' }
    },
  },
  firstLarge('SQLite', ({ folder }) => `sqlite:${join(folder, 'first.sqlite')}`),
  firstLarge('PostgreSQL', ({ postgresUrl }) => postgresUrl),
]
