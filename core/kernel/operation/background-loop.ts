/** Background work of the engine: one round, answering when the next one is due (`null`: when something happens). */
export interface BackgroundLoop {
  /**
   * Tables in which a commit can make work for it: only such a commit wakes it. Without them, every commit does; none, where there are none
   * in the list. It is looked at each second in any case, and when its next work is due.
   */
  readonly watches?: readonly { readonly table: string }[]
  /** Does what is due at `now`. */
  run(now: Date): Promise<Date | null>
  /** Milliseconds from one round to the next at least, so that commits in close succession share a round (default 0). */
  readonly pauseMs?: number
  /**
   * Ends what `run` has begun and left running, such as requests; what still runs when `signal` is aborted is given up.
   * Answers whether there was anything.
   */
  finish?(signal?: AbortSignal): Promise<boolean>
}
