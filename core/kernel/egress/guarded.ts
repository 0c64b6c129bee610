import type { Socket } from 'node:net'

/** Does one step of opening a connection; closes the socket if the step fails or `signal` is aborted in the meantime. */
export async function guarded(socket: Socket, signal: AbortSignal, step: (aborted: Promise<never>) => Promise<Socket>): Promise<Socket> {
  const abort = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await step(rejection(signal))
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** A promise that rejects with the reason of `signal` once that is aborted. */
export function rejection(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // Not every step awaits it.
  aborted.catch(() => {})
  return aborted
}
