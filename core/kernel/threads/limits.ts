/** What one piece of work in a thread may take; the threads of one engine work on so many at once, and further ones wait. */
export const threadLimits = {
  /** MiB of the heap. */
  heap: 512,
  /** Seconds of a processor. */
  seconds: 4,
  /** Threads at work. */
  threads: 2,
  /** Pieces of work that wait for a thread. */
  waiting: 32,
} as const

/** The error of work that takes more memory or time than a thread may. */
export class ThreadLimit extends Error {
  override readonly name = 'ThreadLimit'
  readonly limit: 'heap' | 'seconds'

  constructor(limit: 'heap' | 'seconds') {
    super(limit === 'heap' ? `needs more than ${threadLimits.heap} MiB of memory` : `takes more than ${threadLimits.seconds} s`)
    this.limit = limit
  }
}
