import { Worker } from 'node:worker_threads'
import type { Answer } from './answers.ts'
import type { Asked } from './caller.ts'

/** A caller in a thread of its own that calls again and again until it is terminated; `told` is given each answer. */
export function callerOf(asked: Asked, told: (answer: Answer) => void): Worker {
  const worker = new Worker(new URL('caller.ts', import.meta.url), { workerData: asked })
  worker.on('message', told)
  return worker
}
