import { limits } from '../operation/limits.ts'

/** What one piece of work in a thread may take; the threads of one engine work on so many at once, and further ones wait. */
export interface ThreadLimits {
  /** MiB of the heap. */
  readonly heap: number
  /** Seconds of a processor. */
  readonly seconds: number
  /** Threads at work. */
  readonly threads: number
  /** Pieces of work that wait for a thread. */
  readonly waiting: number
}

/** The limits of every engine. */
export const threadLimits: ThreadLimits = {
  heap: limits.thread_memory_mib.value,
  seconds: limits.thread_seconds.value,
  threads: limits.threads.value,
  waiting: limits.threads_waiting.value,
}

/** The error of work that takes more memory or time than a thread may. */
export class ThreadLimit extends Error {
  override readonly name = 'ThreadLimit'
  /** Which limit it was. */
  readonly limit: 'heap' | 'seconds'

  constructor(limit: 'heap' | 'seconds', { heap, seconds }: ThreadLimits) {
    super(limit === 'heap' ? `needs more than ${heap} MiB of memory` : `takes more than ${seconds} s`)
    this.limit = limit
  }
}
