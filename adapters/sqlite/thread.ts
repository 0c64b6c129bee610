import BetterSqlite from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
// The module alone: the thread needs nothing else of the engine.
import { sqliteFunctions } from '../../core/records/search/functions.ts'
import type { ThreadAnswer, ThreadData, ThreadQuery, ThreadRequest } from './file-thread.ts'
import { prepared } from './prepared.ts'

// The module that the thread of an SQLite file runs: it reads, and copies what is committed from the write-ahead log into the file.
const { file } = workerData as ThreadData
const database = prepared(new BetterSqlite(file, { readonly: true }), sqliteFunctions)
database.pragma('cache_size = -16000')

/** Rows in one message: it takes a few milliseconds to take them from it. */
const PART = 2000
/** By statement, what is left of its rows. */
const left = new Map<number, { readonly rows: readonly unknown[]; readonly at: number }>()

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'checkpoint') return checkpoint()
  parentPort?.postMessage({ id: request.id, ...('sql' in request ? answerTo(request) : nextOf(request.id)) })
})

/** What is written while much is copied keeps the log from beginning anew: it is copied in a further pass, which is short. */
const PASSES = 10

let copying: BetterSqlite.Database | undefined

// It waits for nobody and keeps nobody waiting: what it cannot copy yet, a later one does.
function checkpoint(): void {
  try {
    copying ??= new BetterSqlite(file)
    for (let pass = 0; pass < PASSES; pass++) {
      const [copied] = copying.pragma('wal_checkpoint(passive)') as readonly { readonly log: number; readonly checkpointed: number }[]
      if (!copied || copied.log === copied.checkpointed) return
    }
  } catch {
    // The connection that writes copies what is left, once there is much of it.
  }
}

function answerTo({ id, sql, parameters }: ThreadQuery): ThreadAnswer {
  try {
    const rows = database.prepare(sql).all(parameters)
    if (rows.length <= PART) return { rows, more: false }
    left.set(id, { rows, at: 0 })
    return nextOf(id)
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string }
    return { refused: { message, ...(code !== undefined && { code }) } }
  }
}

function nextOf(id: number): ThreadAnswer {
  const { rows, at } = left.get(id) ?? { rows: [], at: 0 }
  const more = at + PART < rows.length
  if (more) left.set(id, { rows, at: at + PART })
  else left.delete(id)
  return { rows: rows.slice(at, at + PART), more }
}
