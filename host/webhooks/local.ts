import { Http } from 'rapport-crm'
import type { Config } from '../config.ts'
import { isLoopback } from '../mail-preview.ts'
import { CommandError } from '../explain.ts'
import { listenerCertificate } from './certificate.ts'

const HERE = '127.0.0.1/32'

/** What lets webhooks of a host reach `rapport webhooks listen`: its address is allowed, and its certificate trusted. */
export interface LocalWebhooks {
  readonly egressAllow: readonly string[]
  readonly http: Http
}

/** Throws where it must not be: outside of development, or where others can reach the host, who would make it call this machine. */
export async function localWebhooks(
  { host, egressAllow, egressPorts, egressProxy }: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LocalWebhooks> {
  if (environment['NODE_ENV'] === 'production') throw new CommandError('--local-webhooks is for development, and NODE_ENV is production')
  if (!isLoopback(host))
    throw new CommandError(`--local-webhooks lets calls reach this machine: HOST must be 127.0.0.1, ::1 or localhost, and is ${host}`)
  const { cert } = await listenerCertificate()
  const allow = [...egressAllow, HERE]
  return { egressAllow: allow, http: new Http({ allow, ports: egressPorts, proxy: egressProxy, ca: cert }) }
}
