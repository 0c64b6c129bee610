import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Http, type HttpOutcome } from '../../../core/kernel/ports/http.ts'

export interface HostileRun {
  /** By what the receiver does. */
  readonly outcomes: readonly (readonly [name: string, outcomes: readonly HttpOutcome[]])[]
  /** Milliseconds that the longest call took, its answer read. */
  readonly longest: number
  /** MB by which this process grew at most. */
  readonly grown: number
}

/** Calls every hostile receiver, and names that resolve slowly or not at all, `parallel` calls at once, from a process of its own. */
export async function hostileRun(parallel: number, timeoutMs: number): Promise<HostileRun> {
  const options = { execArgv: ['-C', 'source', '--max-semi-space-size=16'] }
  const child = fork(fileURLToPath(import.meta.url), [String(parallel), String(timeoutMs)], options)
  const [run] = (await once(child, 'message')) as [HostileRun]
  return run
}

async function run(parallel: number, timeoutMs: number): Promise<HostileRun> {
  const child = fork(fileURLToPath(new URL('./hostile-receivers.ts', import.meta.url)), { execArgv: ['-C', 'source'] })
  const [{ ca, ports }] = (await once(child, 'message')) as [{ ca: string; ports: [string, number][] }]
  const http = new Http({ allow: ['127.0.0.1'], ca, timeoutMs, lookup })
  const targets = [
    ...ports.map(([name, port]) => [name, `https://127.0.0.1:${port}/`] as const),
    ['has a name that resolves never', 'https://slow.example/'] as const,
    ['has a name that does not exist', 'https://gone.example/'] as const,
  ]
  const outcomes = new Map<string, HttpOutcome[]>(targets.map(([name]) => [name, []]))
  // Code, certificates and the first buffers are no leak.
  await Promise.all(targets.map(([, url]) => http.send({ ...request, url, timeoutMs: timeoutMs / 4 })))
  const before = process.memoryUsage.rss()
  let [most, longest] = [before, 0]
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10)
  await Promise.all(
    Array.from({ length: parallel }, async (_, index) => {
      const [name, url] = targets[index % targets.length] ?? ['', '']
      const started = performance.now()
      outcomes.get(name)?.push(await http.send({ ...request, url }))
      longest = Math.max(longest, performance.now() - started)
    }),
  )
  clearInterval(watch)
  await http.close()
  const gone = once(child, 'exit')
  child.disconnect()
  await gone
  return { outcomes: [...outcomes], longest, grown: (most - before) / 1e6 }
}

const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"id":"evt_1"}' }

async function lookup(hostname: string): Promise<never> {
  if (hostname === 'slow.example') await new Promise(() => {})
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [parallel, timeoutMs] = process.argv.slice(2).map(Number)
  const result = await run(parallel ?? 200, timeoutMs ?? 10_000)
  if (process.send) process.send(result, () => process.disconnect())
}
