import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

const NOTIFY_EVERY_MS = 20
const RETRY_MS = { first: 100, most: 5_000 }
const GOODBYE_MS = 1_000
// PostgreSQL takes payloads of less than 8000 bytes; without names it may be any table.
const MOST_NAMES = 7000

/** The channel of one set of tables in a database. */
export function channelOf(schema = '', tablePrefix = ''): string {
  return `rapport_${createHash('sha256').update(`${schema}/${tablePrefix}`).digest('hex').slice(0, 16)}`
}

/** LISTEN and NOTIFY on a connection of its own. They only save waiting: without a notice, work is found by the next poll. */
export class Listener {
  readonly #config: ClientConfig
  readonly #channel: string
  readonly #committed: (tables: ReadonlySet<string> | undefined) => void
  #client: Client | undefined
  readonly #closing = new AbortController()
  #retryMs = RETRY_MS.first
  /** Tables of which the others are to be told. */
  #untold = new Set<string>()
  #sending = false

  private constructor(config: ClientConfig, channel: string, committed: (tables: ReadonlySet<string> | undefined) => void) {
    this.#config = config
    this.#channel = channel
    this.#committed = committed
  }

  /** Resolves once it listens or has failed to; a failed or lost connection is reopened in the background. */
  static async open(
    config: ClientConfig,
    channel: string,
    committed: (tables: ReadonlySet<string> | undefined) => void,
  ): Promise<Listener> {
    const listener = new Listener(config, channel, committed)
    await listener.#connect()
    return listener
  }

  /** Notifies the other processes that these tables were written: at once, then at most every 20 ms. */
  readonly notify = (tables: ReadonlySet<string>): void => {
    for (const table of tables) this.#untold.add(table)
    void this.#send()
  }

  /** Closes within a second, even if the server does not answer. */
  readonly close = async (): Promise<void> => {
    this.#closing.abort()
    const client = this.#client
    this.#client = undefined
    if (client) await Promise.race([client.end(), delay(GOODBYE_MS, undefined, { ref: false })])
  }

  async #connect(): Promise<void> {
    const client = new Client(this.#config)
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ processId, payload }) => {
      if (processId === (client as Client & { processID?: number }).processID) return
      this.#committed(payload ? new Set(payload.split(',')) : undefined)
    })
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${this.#channel}`)
      this.#retryMs = RETRY_MS.first
    } catch {
      this.#lost(client)
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => {})
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    const waited = await this.#pause(this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.most)
    if (!waited) return
    await this.#connect()
    if (!this.#client) return
    // Notices that were sent meanwhile are lost in both directions.
    this.#committed(undefined)
    if (this.#untold.size > 0) void this.#send()
  }

  async #send(): Promise<void> {
    if (this.#sending || !this.#client) return
    this.#sending = true
    const tables = this.#untold
    this.#untold = new Set()
    const names = [...tables].join()
    const payload = names.length < MOST_NAMES ? names : ''
    const sent = this.#client.query('select pg_notify($1, $2)', [this.#channel, payload]).catch(() => {
      for (const table of tables) this.#untold.add(table)
    })
    await Promise.all([sent, this.#pause(NOTIFY_EVERY_MS)])
    this.#sending = false
    if (this.#untold.size > 0) void this.#send()
  }

  /** False if it was closed meanwhile. */
  async #pause(ms: number): Promise<boolean> {
    return await delay(ms, true, { ref: false, signal: this.#closing.signal }).catch(() => false)
  }
}
