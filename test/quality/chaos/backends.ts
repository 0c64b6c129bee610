import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import type { Moment } from './round.ts'

/**
 * Kills the process of one connection of PostgreSQL at once (kill -9), in the middle of a statement or transaction if any is
 * in one; answers whether it was. The server cannot know what that process has done to the memory they share, so it ends all
 * connections and recovers from its log, as after a crash.
 */
export async function killBackend(url: string, choice: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const gone = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number; busy: boolean }>(
    "select pid, state <> 'idle' as busy from pg_stat_activity where application_name = 'rapport' and datname = current_database()",
  )
  const busy = rows.filter((row) => row.busy)
  const among = busy.length > 0 ? busy : rows
  const chosen = among[choice % among.length]
  if (!chosen) throw new Error('Nobody is connected')
  process.kill(chosen.pid, 'SIGKILL')
  await gone
  await untilBack(url)
  return chosen.busy
}

async function untilBack(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (tries === 600) throw error
      await after(50)
    }
  }
}

/** A writer with the count of its acknowledged writes. */
export interface Busy {
  readonly count: number
  reaches(count: number): Promise<void>
}

/** Runs writers, kills one of their connections, and waits until each of them has continued. */
export async function killUnder(url: string, workers: readonly Busy[], { answers, ms }: Moment): Promise<boolean> {
  const goOn = (count: number) => Promise.all(workers.map((each) => each.reaches(each.count + count)))
  await goOn(answers)
  await after(ms)
  const busy = await killBackend(url, answers + ms)
  await goOn(1)
  return busy
}
