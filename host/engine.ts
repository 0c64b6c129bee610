import { Engine, type EngineOptions, type Logger } from 'rapport-crm'
import type { Config } from './config.ts'
import { loadPlugins } from './load-plugins.ts'
import { publicUrlOf } from './address.ts'
import { storageFor } from './storage.ts'
import { fileStoresOf } from './file-store.ts'
import { verifiersOf } from './token-verifiers.ts'

/** Opens the engine of this configuration with its first administrator and key; `show` gets a newly generated key, once. */
export async function openEngine(
  config: Config,
  logger: Logger,
  show: (text: string) => void,
  ports: EngineOptions['ports'] = [],
): Promise<Engine> {
  const { ai, mail, databaseUrl, egressAllow, egressPorts, egressProxy, encryptionKeys, rateLimit, heavyCalls, pdfFonts, bootstrapKey } =
    config
  const settings = {
    ai,
    mail,
    egressAllow,
    egressPorts,
    egressProxy,
    encryptionKeys,
    rateLimit,
    heavyCalls,
    attachments: config.attachments,
    pdfFonts,
    publicUrl: publicUrlOf(config),
  }
  const plugins = await loadPlugins(config.plugins)
  const engine = await Engine.open({
    storage: await storageFor(databaseUrl),
    plugins,
    ports: [logger, ...verifiersOf(config, logger), ...fileStoresOf(config), ...ports],
    ...settings,
  })
  try {
    const { created, usable, key } = await engine.access.bootstrap(bootstrapKey ? { key: bootstrapKey } : {})
    if (!usable) logger.warn('RAPPORT_BOOTSTRAP_KEY is a key that was revoked or has expired: no call can use it')
    if (created && key && !bootstrapKey) show(`The first API key, with all scopes, shown only once:\n\n  ${key}\n`)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}
