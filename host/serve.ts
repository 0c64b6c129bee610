import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from './config.ts'
import { startHost } from './host.ts'
import { JsonLogger } from './log.ts'
import { logCrash, stopOnSignal } from './shutdown.ts'

/** `rapport serve`: runs until a signal ends it. */
export async function serve(): Promise<undefined> {
  // Left to itself, V8 lets the heap of a busy server grow to several times what lives in it: 400 MB instead of 250.
  setFlagsFromString('--heap-growing-percent=40')
  // And while it marks what lives it throws nothing young away, so that a tenth of a second of garbage is kept at the worst moment.
  setFlagsFromString('--no-separate-gc-phases')
  const config = readConfig(process.env)
  const logger = new JsonLogger()
  logCrash(logger)
  const host = await startHost(config, logger)
  giveBack()
  stopOnSignal(host.stop, logger)
  logger.info('Serving', { url: host.url, database: config.databaseUrl, rateLimit: config.rateLimit })
  console.log(
    `Rapport serves at ${host.url}\n  REST            ${host.url}/api/v1\n  documentation   ${host.url}/docs\n  tool protocol   ${host.url}/mcp`,
  )
  return undefined
}

// What loading a thousand modules leaves behind is a third of the memory, and V8 would keep it for as long as nothing presses it.
function giveBack(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
