import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'rapport-crm'

/** What is in flight has this long in all; a delivery that is cut off is released by its lease. */
const GRACE_MS = 9_500
const REQUESTS_MS = 5_000

/** Takes no new connection, lets what was begun finish for a while, and cuts off the rest. */
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

/** Logs what nobody caught before the process ends by it. */
export function logCrash(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.error('The host ends by an error that nobody caught', { error })
    process.exit(1)
  })
}

async function finish(stop: () => Promise<void>, logger: Logger): Promise<void> {
  try {
    const stopped = await Promise.race([stop().then(() => true), delay(GRACE_MS, false)])
    if (stopped) logger.info('Stopped')
    else logger.warn('Stopped before everything had finished; what was in flight is taken up again')
  } catch (error) {
    logger.error('Stopped with an error', { error })
  }
  process.exit(0)
}
