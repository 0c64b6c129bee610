import type { CompiledQuery, QueryResult } from 'kysely'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** What the thread is made with. */
export interface ThreadData {
  readonly file: string
}

/** A statement for the thread. */
export interface ThreadQuery {
  readonly id: number
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What it is asked for; with an id alone the next rows of a statement, because all rows of a large answer would arrive in one turn. */
export type ThreadRequest = ThreadQuery | { readonly id: number } | 'checkpoint'

/** Rows, with `more` unless they are the last ones, or the error of the driver. */
export type ThreadAnswer =
  | { readonly rows: readonly unknown[]; readonly more: boolean }
  | { readonly refused: { readonly message: string; readonly code?: string } }

interface Pending {
  readonly rows: unknown[]
  resolve(rows: readonly unknown[]): void
  reject(error: unknown): void
}

/** Bytes from which a statement may read for so long that others would notice. */
const LARGE = 8_000_000
const LOOK_MS = 1000

// Bundled, this module stands beside the entry or in a folder of what entries share.
const isShared = import.meta.url.endsWith('.js') && !import.meta.url.includes('/adapters/sqlite/')
const entry = new URL(isShared ? '../adapters/sqlite/thread.js' : `./thread${import.meta.url.slice(-3)}`, import.meta.url)

/**
 * Does what takes long with a large file in a thread with connections of its own, because the driver of SQLite keeps the event loop to the end
 * of each statement: those that read much, and checkpoints. The thread begins with the first of them.
 */
export class FileThread {
  readonly #file: string
  readonly #large: number
  readonly #entry: URL
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #count = 0
  #isLarge = false
  #looked = -Infinity

  /** `large`: bytes of a file for which a thread is worth its while; `module`: what the thread runs. */
  constructor(file: string, large: number = LARGE, module: URL = entry) {
    this.#file = file
    this.#large = large
    this.#entry = module
  }

  /** Whether there is a thread, and the file is so large that a statement should not run in the event loop. */
  async isWorthIt(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#looked > LOOK_MS) {
      this.#looked = now
      // An app that is bundled into one file may have left the module of the thread behind: then all is read in the event loop.
      const isThere = (await sizeOf(fileURLToPath(this.#entry))) > 0
      this.#isLarge = isThere && (await sizeOf(this.#file)) + (await sizeOf(`${this.#file}-wal`)) >= this.#large
    }
    return this.#isLarge
  }

  /** Runs a statement that only reads; sees what is committed. */
  async run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const worker = (this.#worker ??= this.#begin())
    const id = (this.#count += 1)
    worker.ref()
    try {
      const rows = await new Promise<readonly unknown[]>((resolve, reject) => {
        this.#pending.set(id, { rows: [], resolve, reject })
        worker.postMessage({ id, sql, parameters } satisfies ThreadRequest)
      })
      return { rows: rows as R[] }
    } finally {
      this.#pending.delete(id)
      // A process that has nothing else to do may end.
      if (this.#pending.size === 0) worker.unref()
    }
  }

  /** Copies what is committed from the write-ahead log into the file, which takes the disk as long as writing it did. */
  checkpoint(): void {
    const worker = (this.#worker ??= this.#begin())
    worker.postMessage('checkpoint' satisfies ThreadRequest)
    if (this.#pending.size === 0) worker.unref()
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #begin(): Worker {
    const worker = new Worker(this.#entry, { workerData: { file: this.#file } satisfies ThreadData })
    worker.on('message', ({ id, ...answer }: ThreadAnswer & { readonly id: number }) => {
      const pending = this.#pending.get(id)
      if ('refused' in answer) return pending?.reject(Object.assign(new Error(answer.refused.message), answer.refused))
      for (const row of answer.rows) pending?.rows.push(row)
      if (answer.more) worker.postMessage({ id } satisfies ThreadRequest)
      else pending?.resolve(pending.rows)
    })
    const over = (error: Error) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      for (const { reject } of this.#pending.values()) reject(error)
    }
    worker.on('error', over)
    worker.on('exit', () => over(Object.assign(new Error('The thread that reads the file has ended'), { code: 'SQLITE_IOERR' })))
    return worker
  }
}

async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}
