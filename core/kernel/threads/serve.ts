import { parentPort } from 'node:worker_threads'
import { answerOf, type Request, type Works } from './message.ts'

/** Makes this thread do the work that it is asked for, part by part. */
export function serve(works: Works): void {
  let parts: AsyncIterator<unknown> | undefined

  const begun = ({ work, input }: Exclude<Request, 'next'>): AsyncIterator<unknown> => {
    const known = Object.hasOwn(works, work) ? works[work] : undefined
    if (!known) throw new Error(`A thread does no work named ${work}`)
    return known(input)[Symbol.asyncIterator]()
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
