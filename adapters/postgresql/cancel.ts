import { Connection, type PoolClient } from 'pg'

/** What `pg` knows of a connection and keeps out of its types. */
interface Connected {
  readonly host: string
  readonly port: number
  readonly ssl: unknown
  readonly processID: number
  readonly secretKey: unknown
}

interface Canceling extends Connection {
  readonly stream: Connection['stream'] & { setTimeout(ms: number, expired: () => void): void }
  connect(portOrPath: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: unknown): void
}

const TIMEOUT_MS = 5000

/**
 * Asks the server to end the statement that runs on a connection, by a connection of its own: all others may be in use by what is to end.
 * Resolves when the server has passed that on, so that it meets no later statement; never rejects, because a statement that cannot be
 * ended runs to its end.
 */
export function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, ssl, processID, secretKey } = client as unknown as Connected
  return new Promise((resolve) => {
    const own = new Connection({ ssl } as ConstructorParameters<typeof Connection>[0]) as Canceling
    const cancel = () => own.cancel(processID, secretKey)
    own
      .once('connect', () => (ssl ? own.requestSsl() : cancel()))
      .once('sslconnect', cancel)
      .on('error', () => resolve())
      .once('end', () => resolve())
    own.stream.setTimeout(TIMEOUT_MS, () => own.stream.destroy())
    if (host.startsWith('/')) own.connect(`${host}/.s.PGSQL.${port}`)
    else own.connect(port, host)
  })
}
