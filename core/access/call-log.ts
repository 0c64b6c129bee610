import type { CallEntry } from '../kernel/pipeline.ts'
import { Ids } from '../ports/ids.ts'
import { Logger } from '../ports/logger.ts'
import { Codec } from '../storage/codec.ts'
import { Database } from '../storage/database.ts'
import { chunks } from '../storage/set-writer.ts'
import { ApiCall } from './entity.ts'

const FLUSH_MS = 500
const FLUSH_ENTRIES = 500
const CHUNK = 200

/** The log of calls (contract 5.2), written behind them in sets: a call never waits for its own log line. */
export class CallLog {
  static readonly inject = [Database, Ids, Logger] as const
  readonly #database: Database
  readonly #ids: Ids
  readonly #logger: Logger
  #entries: CallEntry[] = []
  #flushing: Promise<void> = Promise.resolve()
  #oldest = 0

  constructor(database: Database, ids: Ids, logger: Logger) {
    this.#database = database
    this.#ids = ids
    this.#logger = logger
  }

  add(entry: CallEntry): void {
    const now = entry.startedAt.getTime()
    if (this.#entries.length === 0) this.#oldest = now
    this.#entries.push(entry)
    if (this.#entries.length >= FLUSH_ENTRIES || now - this.#oldest >= FLUSH_MS) void this.flush()
  }

  /** Writes what is buffered; never throws, because a lost log line must not fail a call. */
  flush(): Promise<void> {
    const entries = this.#entries
    this.#entries = []
    if (entries.length > 0) this.#flushing = this.#flushing.then(() => this.#write(entries))
    return this.#flushing
  }

  async #write(entries: readonly CallEntry[]): Promise<void> {
    const codec = Codec.of(ApiCall.fields, this.#database.dialect)
    try {
      await this.#database.transaction(async (tables) => {
        for (const chunk of chunks(entries, CHUNK))
          await tables
            .insertInto(ApiCall.table)
            .values(chunk.map((each) => codec.toRow(this.#rowOf(each))))
            .execute()
      })
    } catch (error) {
      this.#logger.error('Calls could not be logged', { calls: entries.length, error })
    }
  }

  #rowOf({ operation, actor, status, code, startedAt, durationMs, requestId }: CallEntry): Record<string, unknown> {
    const [method = '', path = ''] = operation.route.split(' ')
    return {
      id: this.#ids.next(),
      user_from: actor.organization,
      api_key_id: actor.via.type === 'api_key' ? actor.via.id : null,
      user_email: actor.user,
      operation: operation.id,
      method,
      path,
      status,
      code,
      duration_ms: durationMs,
      request_id: requestId ?? null,
      created_at: startedAt,
    }
  }
}
