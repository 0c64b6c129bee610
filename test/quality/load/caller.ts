import { setTimeout as after } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer } from './answers.ts'

/** What one caller asks for, again and again. */
export interface Asked {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** What is sent; `{at}` in it is the number of the call. A GET without it. */
  readonly body?: string
  /** Milliseconds from an answer to the next call. */
  readonly apart: number
}

// A caller in a thread of its own, which stands still for nobody: calls again and again, and tells of each answer how long it took.
const { url, headers = {}, body, apart } = workerData as Asked
for (let at = 0; ; at += 1) {
  const started = performance.now()
  const response = await fetch(url, body ? { method: 'POST', headers, body: body.replace('{at}', String(at)) } : { headers })
  await response.arrayBuffer()
  const answer: Answer = { status: response.status, ms: performance.now() - started, retryAfter: response.headers.get('retry-after') }
  parentPort?.postMessage(answer)
  await after(apart)
}
