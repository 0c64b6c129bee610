/** Port: the time. `wait` is the only timer of the engine, so a test clock can stand in for both. */
export class Clock {
  now(): Date {
    return new Date()
  }

  /** Resolves at `until`, or as soon as `signal` is aborted; never rejects. */
  wait(until: Date, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.max(0, until.getTime() - this.now().getTime()))
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
