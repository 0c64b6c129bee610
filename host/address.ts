import type { Config } from './config.ts'

/** The public address of the host; undefined if the system chooses the port, in which case links are paths. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string | undefined {
  return publicUrl?.replace(/\/+$/, '') ?? (port === 0 ? undefined : urlOf(host, port))
}

/** The address of a server on this host name and port, without a slash at the end. */
export function urlOf(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
