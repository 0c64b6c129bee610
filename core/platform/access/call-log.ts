import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import type { CallEntry } from '../../kernel/operation/pipeline.ts'
import { storable } from '../../kernel/operation/schema/storable.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { chunks } from '../../kernel/storage/writing/chunks.ts'
import { ApiCall, ApiKey } from './entity.ts'

// Log lines are written after this many milliseconds or this many calls, whichever comes first.
const FLUSH_MS = 500
const FLUSH_ENTRIES = 500
/** Log lines that wait for a database that is not available; further ones are dropped. */
const MAX_WAITING = 20_000
// Lines in one statement: with 12 values each, far below the limit of parameters of both databases.
const CHUNK = 200

type CallRow = ReturnType<typeof rowOf>

/**
 * The log of calls and the last use of keys, written in batches after the calls: no call waits for its own log line. Written directly, because
 * the log is no record, and a key that is merely used is not changed.
 */
export class CallLog implements BackgroundLoop {
  static readonly uses = { database: Database, ids: Ids, logger: Logger }
  readonly #uses: Resolved<typeof CallLog.uses>
  readonly watches = []
  #waiting: CallRow[] = []
  #flushing: Promise<void> = Promise.resolve()
  #dueAt = 0

  constructor(uses: Resolved<typeof CallLog.uses>) {
    this.#uses = uses
  }

  /** Buffers a log line; it is written later, and lost if the process dies before. */
  add(entry: CallEntry): void {
    // Calls without a key belong to no organization, so nobody could read the line.
    if (!entry.actor.organization) return
    const now = entry.startedAt.getTime()
    if (this.#waiting.length === 0) this.#dueAt = now + FLUSH_MS
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(rowOf(this.#uses.ids.next(), entry))
    if (this.#waiting.length >= FLUSH_ENTRIES || now >= this.#dueAt) void this.flush()
  }

  /** Writes buffered lines that are due. */
  async run(now: Date): Promise<Date | null> {
    if (this.#waiting.length > 0 && now.getTime() >= this.#dueAt) {
      this.#dueAt = now.getTime() + FLUSH_MS
      void this.flush()
    }
    // Waits also for a flush that a call has started: after this round its lines can be read.
    await this.#flushing
    return this.#waiting.length > 0 ? new Date(this.#dueAt) : null
  }

  /** Writes all buffered lines; never throws, because a log line must not fail a call. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write())
    return this.#flushing
  }

  async #write(): Promise<void> {
    const rows = this.#waiting
    if (rows.length === 0) return
    this.#waiting = []
    try {
      await this.#insert(rows)
    } catch (error) {
      this.#uses.logger.error('Calls could not be logged; the write is repeated', { calls: rows.length, error })
      this.#waiting = [...rows, ...this.#waiting].slice(0, MAX_WAITING)
    }
  }

  async #insert(rows: readonly CallRow[]): Promise<void> {
    const calls = Codec.of(ApiCall.fields, this.#uses.database.dialect)
    const keys = Codec.of(ApiKey.fields, this.#uses.database.dialect)
    await this.#uses.database.transaction(async (tables) => {
      for (const chunk of chunks(rows, CHUNK))
        await tables
          .insertInto(ApiCall.table)
          .values(chunk.map((each) => calls.toRow(each)))
          .execute()
      // In the order of their ids, so that two processes never deadlock.
      for (const [id, used] of [...lastUses(rows)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const at = keys.toColumn('last_used_at', used)
        await tables
          .updateTable(ApiKey.table)
          .set({ last_used_at: at })
          .where('id', '=', id)
          .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', sql.val(at))]))
          .execute()
      }
    })
  }
}

function rowOf(id: string, { operation, actor, status, code, startedAt, durationMs, requestId }: CallEntry) {
  const [method = '', path = ''] = operation.route.split(' ')
  return {
    id,
    user_from: actor.organization,
    // An embedding app may choose any id for its sessions; one that the database refuses would block all other lines.
    api_key_id: actor.via.type === 'api_key' && UUID.test(actor.via.id) ? actor.via.id : null,
    user_email: storable(actor.user),
    operation: operation.id,
    method,
    path,
    status,
    code,
    duration_ms: Math.min(Math.round(durationMs), 2_147_483_647),
    request_id: requestId === undefined ? null : storable(requestId),
    created_at: startedAt,
  }
}

// What both databases accept as the id of a key.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The newest use of each key among these calls. */
function lastUses(rows: readonly CallRow[]): Map<string, Date> {
  const uses = new Map<string, Date>()
  for (const { api_key_id, created_at } of rows) {
    if (api_key_id && (uses.get(api_key_id)?.getTime() ?? 0) <= created_at.getTime()) uses.set(api_key_id, created_at)
  }
  return uses
}
