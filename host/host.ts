import type { AddressInfo } from 'node:net'
import { CrmError, type EngineOptions, type Logger } from 'rapport-crm'
import { publicUrlOf, urlOf } from './address.ts'
import type { Config } from './config.ts'
import { openEngine } from './engine.ts'
import { frontPage } from './front-page.ts'
import type { MailPreview } from './mail-preview.ts'
import { metricsPage } from './metrics.ts'
import { apiDocs, publicPages, restApi, signInSite, ToolProtocol } from './mounts.ts'
import { httpServer } from './server.ts'
import { operatorApi } from './operator.ts'
import { closeServer } from './shutdown.ts'

/** A running host. */
export interface Host {
  /** The address that it listens on, without a slash at the end. */
  readonly url: string
  stop(): Promise<void>
}

/** Opens the engine, migrates the schema, and serves REST with its documentation, MCP, the public pages and health checks; with `preview`, mail is shown and not sent; `ports` are for the engine. */
export async function startHost(config: Config, logger: Logger, preview?: MailPreview, ports: EngineOptions['ports'] = []): Promise<Host> {
  const { port, host, egressAllow, egressPorts, egressProxy } = config
  const engine = await openEngine(
    preview ? { ...config, mail: config.mail ?? preview.mail } : config,
    logger,
    console.log,
    preview ? [...ports, preview.mailer] : ports,
  )
  if (egressAllow.length > 0) logger.warn('Outgoing calls may reach addresses that are refused by default', { egressAllow })
  if (egressPorts) logger.info('Outgoing calls use these ports only', { egressPorts })
  // Only the origin: the URL may contain a password.
  if (egressProxy) logger.info('Outgoing calls go through a proxy', { proxy: new URL(egressProxy).origin })
  let stopping = false
  const ready = async () => {
    if (stopping) throw new CrmError('unavailable', 'The host is stopping')
    await engine.ready()
  }
  const hosts = [host, ...(config.publicUrl ? [new URL(config.publicUrl).hostname] : [])]
  let listening = port
  const site = signInSite(engine, logger, config, () => publicUrlOf(config) ?? urlOf(host, listening))
  const tools = new ToolProtocol(engine, logger, { ...config, hosts, publicUrl: publicUrlOf(config), site })
  const rest = restApi(engine, logger, config, site)
  const server = httpServer({
    ready,
    secure: config.publicUrl?.startsWith('https:') ?? false,
    front: frontPage,
    paths: {
      '/api/v1': rest.node,
      '/docs': apiDocs(engine, config),
      '/mcp': tools.listener,
      '/metrics': metricsPage(engine, logger),
      ...(config.operatorKey !== undefined && { '/operator': operatorApi(engine, logger, config.operatorKey, config) }),
      ...publicPages(engine, logger, config),
      ...Object.fromEntries(site.prefixes.map((prefix) => [prefix, site.node])),
      ...(preview && { '/mail': preview.listener }),
    },
  })
  try {
    if (config.mcp.toolsets.length > 0 || engine.registry.givenTo('mcp').length > 0) await tools.load()
    // Listening comes last: a host that answers does all of its work.
    await engine.start()
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  } catch (error) {
    await engine.close()
    throw error
  }
  listening = (server.address() as AddressInfo).port
  return {
    url: urlOf(host, listening),
    async stop() {
      stopping = true
      rest.close()
      await Promise.all([closeServer(server), tools.close()])
      await engine.close()
    },
  }
}
