import BetterSqlite from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
// The module alone: the thread needs nothing else of the engine.
import { sqliteFunctions } from '../../core/records/search/functions.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './file-thread.ts'
import { prepared } from './prepared.ts'

// The module that the thread of an SQLite file runs: it reads, and copies what is committed from the write-ahead log into the file.
const { file } = workerData as ThreadData
const database = prepared(new BetterSqlite(file, { readonly: true }), sqliteFunctions)
database.pragma('cache_size = -16000')

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'checkpoint') return checkpoint()
  const { id, sql, parameters } = request
  parentPort?.postMessage({ id, ...answerTo(sql, parameters) })
})

let copying: BetterSqlite.Database | undefined

// It waits for nobody and keeps nobody waiting: what it cannot copy yet, a later one does.
function checkpoint(): void {
  try {
    copying ??= new BetterSqlite(file)
    copying.pragma('wal_checkpoint(passive)')
  } catch {
    // The connection that writes copies what is left, once there is much of it.
  }
}

function answerTo(sql: string, parameters: readonly unknown[]): ThreadAnswer {
  try {
    return { rows: database.prepare(sql).all(parameters) }
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string }
    return { refused: { message, ...(code !== undefined && { code }) } }
  }
}
