import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from './config.ts'
import { startHost } from './host.ts'
import { JsonLogger } from './log.ts'
import { logCrash, stopOnSignal } from './shutdown.ts'

/** `rapport serve`: runs until a signal stops it. */
export async function serve(): Promise<undefined> {
  // By default, V8 lets the heap of a busy server grow to several times its live objects: 400 MB instead of 250.
  setFlagsFromString('--heap-growing-percent=40')
  // By default, V8 collects no young objects while it marks, which keeps a tenth of a second of garbage at the worst moment.
  setFlagsFromString('--no-separate-gc-phases')
  const config = readConfig(process.env)
  const logger = new JsonLogger()
  logCrash(logger)
  const host = await startHost(config, logger)
  collectStartupGarbage()
  stopOnSignal(host.stop, logger)
  logger.info('Serving', { url: host.url, database: config.databaseUrl, rateLimit: config.rateLimit })
  console.log(
    `Rapport serves at ${host.url}\n  REST            ${host.url}/api/v1\n  documentation   ${host.url}/docs\n  tool protocol   ${host.url}/mcp`,
  )
  return undefined
}

// Garbage of loading the modules is a third of the memory, which V8 would keep until memory is short.
function collectStartupGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
