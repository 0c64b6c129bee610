import pg from 'pg'
import type { Storage } from 'rapport-crm'

/** More connections of a schema than most tests open are closed with their engine. */
const KEPT = 4

// What a session may have left: none of it makes a connection warm, unlike its catalog caches.
const RESET = 'close all; reset all; deallocate all; unlisten *; discard temp; select pg_advisory_unlock_all()'

/** Connections of closed engines, by the URL with which they were opened. */
const idle = new Map<string, WarmClient[]>()

/**
 * The storage with connections that outlive its engines, for the next engine of the same schema: a new connection of PostgreSQL reads what
 * it knows of our tables anew, which costs more than most tests.
 */
export function warm(storage: Storage): Storage {
  const { driverOptions } = storage.options as { readonly driverOptions: object }
  return { ...storage, options: { ...storage.options, driverOptions: { ...driverOptions, Client: PooledClient } } }
}

/** Closes the kept connections of a storage, as before its schema is dropped. */
export async function cool(storage: Storage): Promise<void> {
  const { clientUrl } = storage.options as { readonly clientUrl: string }
  const clients = idle.get(clientUrl) ?? []
  idle.delete(clientUrl)
  await Promise.all(clients.map((each) => each.end()))
}

type Config = pg.ClientConfig & { readonly connectionString: string }
type Done = (error?: Error) => void

/** Connects from the idle ones, and ends into them where it is in order. */
class WarmClient extends pg.Client {
  readonly #url: string
  #isWarm = false
  declare ref: () => void
  declare unref: () => void

  constructor(config: Config) {
    super(config)
    this.#url = config.connectionString
  }

  override connect(): Promise<pg.Client>
  override connect(done: Done): void
  override connect(done: Done = () => {}): unknown {
    if (!this.#isWarm) return super.connect(done)
    this.ref()
    this.removeAllListeners()
    process.nextTick(done)
    return Promise.resolve(this)
  }

  // The pool passes what to call; the adapter gives a connection up without.
  override end(): Promise<void>
  override end(done: Done): void
  override end(done?: Done): unknown {
    return done ? this.#leave().then(() => done(), done) : super.end()
  }

  async #leave(): Promise<void> {
    // What the adapter has put around it.
    delete (this as { query?: unknown }).query
    const isReset = await this.query(RESET).then(
      () => true,
      () => false,
    )
    const others = idle.get(this.#url) ?? []
    if (!isReset || this.getTransactionStatus() !== 'I' || others.length >= KEPT) return await super.end()
    this.#isWarm = true
    this.removeAllListeners()
    this.on('error', () => idle.set(this.#url, without(this, idle.get(this.#url))))
    idle.set(this.#url, [...others, this])
    this.unref()
  }
}

function without(client: WarmClient, clients: readonly WarmClient[] = []): WarmClient[] {
  return clients.filter((each) => each !== client)
}

/** What the pool constructs: an idle connection where there is one. */
function PooledClient(config: Config): WarmClient {
  return idle.get(config.connectionString)?.pop() ?? new WarmClient(config)
}
