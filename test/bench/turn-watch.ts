/** The turns of the event loop while something runs. */
export interface Watched {
  /** Processor milliseconds of the longest turn. */
  readonly longest: number
  /** Turns over 50 ms. */
  readonly over: number
}

const MOST_MS = 50

/** Counts what each turn of the event loop takes of a processor: other programs of the machine do not count. */
export async function watchTurns(work: () => Promise<unknown>): Promise<Watched> {
  let [longest, over, last, runs] = [0, 0, used(), true]
  const look = () => {
    const now = used()
    const took = now - last
    last = now
    longest = Math.max(longest, took)
    if (took > MOST_MS) over += 1
    if (runs) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    runs = false
    look()
  }
  return { longest, over }
}

function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
