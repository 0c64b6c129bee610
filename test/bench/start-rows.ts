import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { type Measurement, median, type Row } from './report.ts'
import { startHost } from './servers.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

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
]
