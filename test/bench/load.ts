import { Pool } from 'undici'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string>
}

export interface Load {
  /** Answers per second. */
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

/** Keeps `concurrency` requests under way for `seconds`; any answer that is not 2xx fails the run. */
export async function load(
  origin: string,
  next: (index: number) => Request,
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<Load> {
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
  const times: number[] = []
  let index = 0
  const started = performance.now()
  const end = started + seconds * 1000
  const client = async () => {
    while (performance.now() < end) {
      const { method, path, body, headers } = next(index++)
      const from = performance.now()
      const answer = await pool.request({
        method,
        path,
        ...(body !== undefined && { body }),
        headers: { 'content-type': 'application/json', ...headers },
      })
      const text = await answer.body.text()
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, client))
  const elapsed = (performance.now() - started) / 1000
  await pool.close()
  times.sort((a, b) => a - b)
  return { rate: times.length / elapsed, p50: times[Math.floor(times.length / 2)] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}
