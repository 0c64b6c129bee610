import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'rapport-crm'

/** Milliseconds for work in flight; the lease of an interrupted delivery expires, and it is sent again. */
const GRACE_MS = 9_500
const REQUESTS_MS = 5_000

/** Refuses new connections, lets requests finish for a while, and closes the rest. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const late = setTimeout(() => server.closeAllConnections(), REQUESTS_MS)
  // `close` ends the connections that are idle now; those that become idle later would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearTimeout(late)
  clearInterval(sweep)
}

/** Runs `stop` at the first SIGTERM or SIGINT and ends the process with 0, or at once at the second. */
export function stopOnSignal(stop: () => Promise<void>, logger: Logger): void {
  let stopping = false
  const receive = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    logger.info('Stopping', { signal })
    void finish(stop, logger)
  }
  process.on('SIGTERM', receive)
  process.on('SIGINT', receive)
}

/** Logs an uncaught error before it ends the process. */
export function logCrash(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.error('An uncaught error ends the host', { error })
    process.exit(1)
  })
}

async function finish(stop: () => Promise<void>, logger: Logger): Promise<void> {
  try {
    const stopped = await Promise.race([stop().then(() => true), delay(GRACE_MS, false)])
    if (stopped) logger.info('Stopped')
    else logger.warn('Stopped before all work was finished; it continues with the next start')
  } catch (error) {
    logger.error('Stopped with an error', { error })
  }
  process.exit(0)
}
