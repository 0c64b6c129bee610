import BetterSqlite from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
// The module alone: the thread needs nothing else of the engine.
import { sqliteFunctions } from '../../core/records/search/functions.ts'
import type { ThreadAnswer, ThreadData, ThreadQuery } from './reading-thread.ts'
import { prepared } from './prepared.ts'

// The module that the thread of an SQLite file runs: it only reads.
const { file } = workerData as ThreadData
const database = prepared(new BetterSqlite(file, { readonly: true }), sqliteFunctions)
database.pragma('cache_size = -16000')

parentPort?.on('message', ({ id, sql, parameters }: ThreadQuery) => parentPort?.postMessage({ id, ...answerTo(sql, parameters) }))

function answerTo(sql: string, parameters: readonly unknown[]): ThreadAnswer {
  try {
    return { rows: database.prepare(sql).all(parameters) }
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string }
    return { refused: { message, ...(code !== undefined && { code }) } }
  }
}
