import type { Config } from './config.ts'

/**
 * Address below which people reach the host; undefined while it is not known, because the system chooses the port: links are paths then.
 */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string | undefined {
  return publicUrl?.replace(/\/+$/, '') ?? (port === 0 ? undefined : urlOf(host, port))
}

/** The address of a server that listens there, without a slash at the end. */
export function urlOf(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
