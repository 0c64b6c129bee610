/** Port: the time. `wait` is the only timer of the engine, so a test clock can stand in for both. */
export class Clock {
  /** What the shared time is ahead of the steady clock of this process, in milliseconds. */
  #shared: number | undefined

  /** The time. */
  now(): Date {
    return this.#shared === undefined ? new Date() : new Date(this.#shared + this.steady())
  }

  /**
   * Goes by the time of a database that several processes share: leases and due times mean the same to all of them, and no
   * jump of this machine's wall clock moves them. A clock that has a time of its own (`now` is overridden) is not changed.
   */
  follow(shared: Date): void {
    this.#shared = shared.getTime() - this.steady()
  }

  /** Milliseconds that only go forward, whatever the time of day does; from any beginning. */
  steady(): number {
    return performance.now()
  }

  /** Milliseconds for which processors have worked for this process; from any beginning. */
  worked(): number {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }

  /** Lets the event loop turn once: what is ready besides goes on before the caller does. */
  turn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
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
