/** Milliseconds of the longest turn of the event loop during `work`, by the time of the processor: what others do on the machine is left out. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, spent(), false]
  const look = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    isOver = true
    look()
  }
  return longest
}

function spent(): number {
  // Of this thread, where Node knows it; else of the process, which collects garbage in other threads, too.
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}
