import mitt, { type Emitter } from 'mitt'

/** News for an operator, such as an endpoint that keeps failing; further fields depend on its type. */
export interface OperationalEvent {
  readonly type: string
  readonly organization: string
}

/** What wakes background work. */
export interface WakeUp {
  /** The tables that a commit has written; undefined = any. */
  readonly tables?: ReadonlySet<string> | undefined
  /** The loop that is meant alone, as something outside of the database has happened to it. */
  readonly only?: object
}

type Signals = { wake: WakeUp; operational: OperationalEvent }

// mitt's types describe its CommonJS form; what Node imports is the function itself.
const create = mitt as unknown as () => Emitter<Signals>

/** Wakes the background work of this process after a commit; only a signal, as the events themselves are in the event log. */
export class Bus {
  readonly #emitter: Emitter<Signals> = create()

  /** Wakes the background loops that this concerns; all unless told. */
  wake(wakeUp: WakeUp = {}): void {
    this.#emitter.emit('wake', wakeUp)
  }

  /** Calls `listener` on each wake-up; returns what ends that. */
  onWake(listener: (wakeUp: WakeUp) => void): () => void {
    this.#emitter.on('wake', listener)
    return () => this.#emitter.off('wake', listener)
  }

  /** Passes news to the listeners of this process. */
  report(event: OperationalEvent): void {
    this.#emitter.emit('operational', event)
  }

  /** Calls `listener` with all news; returns what ends that. */
  onReport(listener: (event: OperationalEvent) => void): () => void {
    this.#emitter.on('operational', listener)
    return () => this.#emitter.off('operational', listener)
  }
}
