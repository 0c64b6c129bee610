import { parentPort } from 'node:worker_threads'
import { answerOf, type Request, type Work } from './message.ts'

/** Makes this thread do the work that it is asked for, part by part. */
export function serve(works: Readonly<Record<string, Work>>): void {
  let parts: AsyncIterator<unknown> | undefined

  const begun = ({ work, input }: Exclude<Request, 'next'>): AsyncIterator<unknown> => {
    const known = Object.hasOwn(works, work) ? works[work] : undefined
    if (!known) throw new Error(`A thread does no work named ${work}`)
    // Sender and receiver name the same work, whose input this is.
    return known(input as never)[Symbol.asyncIterator]()
  }
  const answer = async (request: Request): Promise<void> => {
    try {
      if (request !== 'next') parts = begun(request)
      const { done, value } = (await parts?.next()) ?? { done: true }
      parentPort?.postMessage(done ? { end: true } : { part: value })
    } catch (error) {
      parentPort?.postMessage(answerOf(error))
    }
  }
  parentPort?.on('message', (request: Request) => void answer(request))
}
