import { Worker } from 'node:worker_threads'
import { CrmError, type ErrorCode, errorCatalog } from '../operation/errors.ts'
import { threadEntry } from './entry.ts'
import { ThreadLimit, type ThreadLimits, threadLimits } from './limits.ts'
import type { Answer, Request } from './message.ts'

/** Milliseconds between two looks at what a thread has used. */
const LOOK_MS = 100
/** Milliseconds that a thread waits for the next work before it ends. */
const IDLE_MS = 10_000

/**
 * Does work that would hold up other calls in threads of its own, with limits of memory and time: the files and documents of strangers.
 * A thread that goes over a limit ends; the engine goes on.
 */
export class Threads {
  readonly #limits: ThreadLimits
  readonly #entry: URL
  #working = 0
  readonly #waiting: (() => void)[] = []
  readonly #idle = new Set<Thread>()
  readonly #all = new Set<Thread>()

  constructor(_uses: object = {}, limits: ThreadLimits = threadLimits, entry: URL = threadEntry) {
    this.#limits = limits
    this.#entry = entry
  }

  /**
   * The parts that the work makes, each made when it is asked for. Throws what the work refuses (`CrmError`), `ThreadLimit` for too much
   * memory or time, and `unavailable` when too much work is waiting.
   */
  async *run(work: string, input: unknown): AsyncGenerator<unknown, void, undefined> {
    await this.#enter()
    const thread = this.#take()
    let isWhole = false
    try {
      for (let answer = await thread.ask({ work, input }); ; answer = await thread.ask('next')) {
        if ('part' in answer) yield answer.part
        else if ('refused' in answer) throw refusal(answer.refused)
        else if ('failed' in answer) throw answer.failed
        else break
      }
      isWhole = true
    } finally {
      this.#release(thread, isWhole)
    }
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.end()))
    this.#all.clear()
    this.#idle.clear()
  }

  async #enter(): Promise<void> {
    if (this.#working < this.#limits.threads) {
      this.#working++
      return
    }
    if (this.#waiting.length >= this.#limits.waiting)
      throw new CrmError('unavailable', 'Too many files are being read at the moment', { retry_after: 5 })
    // Whoever leaves hands over the place.
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #take(): Thread {
    const [idle] = this.#idle
    if (idle) {
      this.#idle.delete(idle)
      return idle.resume()
    }
    const thread = new Thread(this.#entry, this.#limits, () => {
      this.#all.delete(thread)
      this.#idle.delete(thread)
    })
    this.#all.add(thread)
    return thread
  }

  #release(thread: Thread, isWhole: boolean): void {
    // What was broken off would answer in the midst of the next work.
    if (isWhole) this.#idle.add(thread.rest())
    else void thread.end()
    const next = this.#waiting.shift()
    if (next) next()
    else this.#working--
  }
}

/** One thread, which does one piece of work at a time. */
class Thread {
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  #idle: NodeJS.Timeout | undefined
  #spent = 0

  constructor(entry: URL, limits: ThreadLimits, onExit: () => void) {
    this.#limits = limits
    this.#worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heap, maxYoungGenerationSizeMb: Math.min(64, limits.heap) },
      execArgv: [],
    })
    this.#worker.once('exit', onExit)
    // A failure while nothing is asked for is no failure of any work: of a thread that is given up, say, and runs out of memory as it ends.
    this.#worker.on('error', () => undefined)
  }

  /** Asks for work or for its next part; time counts from here. */
  async ask(request: Request): Promise<Answer> {
    const worker = this.#worker
    const before = request === 'next' ? 0 : await this.#used()
    if (request !== 'next') this.#spent = before
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const failed = (error: unknown) => reject(isOutOfMemory(error) ? new ThreadLimit('heap', this.#limits) : error)
    const ended = () => reject(new CrmError('unavailable', 'The engine is closed'))
    worker.once('message', resolve).once('error', failed).once('exit', ended)
    const watch = setInterval(() => void this.#check(reject), LOOK_MS)
    try {
      worker.postMessage(request)
      return await promise
    } finally {
      clearInterval(watch)
      worker.off('message', resolve).off('error', failed).off('exit', ended)
    }
  }

  /** Waits for the next work, and ends when none comes. */
  rest(): this {
    this.#worker.unref()
    this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref()
    return this
  }

  resume(): this {
    clearTimeout(this.#idle)
    this.#worker.ref()
    return this
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker.terminate()
  }

  async #check(reject: (error: Error) => void): Promise<void> {
    const spent = (await this.#used()) - this.#spent
    if (spent > this.#limits.seconds) reject(new ThreadLimit('seconds', this.#limits))
  }

  /** Seconds of a processor that the thread has used; where Node cannot tell, those that it was not idle. */
  async #used(): Promise<number> {
    const worker = this.#worker
    if (!('cpuUsage' in worker)) return this.#active()
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1e6
  }

  #active(): number {
    return this.#worker.performance.eventLoopUtilization().active / 1000
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function refusal({ code, message, details }: { readonly code: string; readonly message: string; readonly details: object }): Error {
  return isErrorCode(code) ? new CrmError(code, message, details) : new Error(message)
}

function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(errorCatalog, name)
}
