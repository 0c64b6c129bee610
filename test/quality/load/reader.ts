import { setTimeout as after } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// A caller in a thread of its own, which stands still for nobody: asks for an address every few milliseconds, and tells how long each answer took.
const { url } = workerData as { readonly url: string }
for (;;) {
  const started = performance.now()
  await (await fetch(url)).arrayBuffer()
  parentPort?.postMessage(performance.now() - started)
  await after(3)
}
