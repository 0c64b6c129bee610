import { works } from './http-rows.ts'
import { load } from './load.ts'
import { type Measurement, median } from './report.ts'
import { type Server, startHost } from './servers.ts'

const REPETITIONS = 5
const SECONDS = 4
const WARM_UP_SECONDS = 6
/** A host runs for a quarter of the time, so that the database and the client have processors left. */
const [RUNS_MS, PAUSES_MS] = [5, 15]

/** What a second host on the same PostgreSQL adds, by turns with one host alone. */
export const twoHostRows: readonly Measurement[] = [row('create', 32), row('list', 32)]

function row(kind: 'create' | 'list', concurrency: number): Measurement {
  const { name: what, ours: next } = works[kind]
  const name = `two hosts against one: ${what}, c=${concurrency} each`
  return {
    name,
    async measure({ postgresUrl }) {
      await using first = await startHost(postgresUrl)
      await using second = await startHost(postgresUrl)
      using _ = paused([first, second])
      const rateOf = async (hosts: readonly Server[], seconds = SECONDS) => {
        const rates = await Promise.all(hosts.map(async ({ origin }) => (await load(origin, next, { concurrency, seconds })).rate))
        return rates.reduce((sum, rate) => sum + rate, 0)
      }
      await rateOf([first, second], WARM_UP_SECONDS)
      const rates = { one: [] as number[], two: [] as number[] }
      for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
        rates.one.push(await rateOf([repetition % 2 === 0 ? first : second]))
        rates.two.push(await rateOf([first, second]))
      }
      const [one, two] = [median(rates.one), median(rates.two)]
      return {
        name,
        ours: two / one,
        unit: 'times',
        must: '1.6',
        note: `${one.toFixed(0)}/s and ${two.toFixed(0)}/s at a quarter of a processor`,
      }
    },
  }
}

/** Lets each host run for a part of the time only, until it is disposed of. */
function paused(hosts: readonly Server[]): Disposable {
  const timers = hosts.map((host) => {
    let timer: NodeJS.Timeout | undefined
    const run = () => {
      host.signal('SIGCONT')
      timer = setTimeout(pause, RUNS_MS)
    }
    const pause = () => {
      host.signal('SIGSTOP')
      timer = setTimeout(run, PAUSES_MS)
    }
    run()
    return () => {
      clearTimeout(timer)
      host.signal('SIGCONT')
    }
  })
  return {
    [Symbol.dispose]() {
      for (const end of timers) end()
    },
  }
}
