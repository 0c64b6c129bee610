import { parentPort } from 'node:worker_threads'
import { readRows } from './integration/imports/files/rows.ts'
import { answerOf, type Request, type Work } from './kernel/threads/message.ts'

// The module that threads run: it does the work that it is asked for, part by part.
const works: Readonly<Record<string, Work>> = { readFile: readRows }

let parts: AsyncIterator<unknown> | undefined

parentPort?.on('message', (request: Request) => void answer(request))

async function answer(request: Request): Promise<void> {
  try {
    if (request !== 'next') parts = begun(request)
    const { done, value } = (await parts?.next()) ?? { done: true }
    parentPort?.postMessage(done ? { end: true } : { part: value })
  } catch (error) {
    parentPort?.postMessage(answerOf(error))
  }
}

function begun({ work, input }: Exclude<Request, 'next'>): AsyncIterator<unknown> {
  const known = works[work]
  if (!known) throw new Error(`A thread does no work named ${work}`)
  // Sender and receiver name the same work, whose input this is.
  return known(input as never)[Symbol.asyncIterator]()
}
