import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Args } from './args.ts'
import { readConfig, unknownVariables } from './config.ts'
import { startHost } from './host.ts'
import { JsonLogger } from './log.ts'
import { installHint, missingPackages } from './optional-packages.ts'
import { logCrash, stopOnSignal } from './shutdown.ts'

/** `rapport serve`: runs until a signal stops it. */
export async function serve({ values }: Args): Promise<undefined> {
  // By default, V8 lets the heap of a busy server grow to several times its live objects: 400 MB instead of 250.
  setFlagsFromString('--heap-growing-percent=40')
  // By default, V8 collects no young objects while it marks, which keeps a tenth of a second of garbage at the worst moment.
  setFlagsFromString('--no-separate-gc-phases')
  const config = readConfig(process.env)
  const logger = new JsonLogger()
  logCrash(logger)
  for (const each of unknownVariables(process.env)) logger.warn(each)
  const preview = values['mail-preview'] ? (await import('./mail-preview.ts')).previewFor(config, process.env) : undefined
  const local = values['local-webhooks'] ? await (await import('./webhooks/local.ts')).localWebhooks(config, process.env) : undefined
  const host = await startHost(local ? { ...config, egressAllow: local.egressAllow } : config, logger, preview, local ? [local.http] : [])
  collectStartupGarbage()
  stopOnSignal(host.stop, logger)
  logger.info('Serving', { url: host.url, database: config.databaseUrl, rateLimit: config.rateLimit })
  const served = [
    `Rapport serves at ${host.url}`,
    `REST            ${host.url}/api/v1`,
    `documentation   ${host.url}/docs`,
    `tool protocol   ${host.url}/mcp`,
  ]
  const missing = missingPackages()
  if (missing.length > 0) served.push(`not installed   ${installHint(missing)}`)
  if (preview) served.push(`outgoing mail   ${host.url}/mail (shown, not sent)`)
  console.log(served.join('\n  '))
  return undefined
}

// Garbage of loading the modules is a third of the memory, which V8 would keep until memory is short.
function collectStartupGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
