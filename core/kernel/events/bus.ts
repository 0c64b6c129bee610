import mitt, { type Emitter } from 'mitt'

/** Something that an operator should know, such as an endpoint that is about to be given up; its type says what else it carries. */
export interface OperationalEvent {
  readonly type: string
  readonly organization: string
}

type Signals = { wake: object | undefined; operational: OperationalEvent }

// mitt's types describe its CommonJS form; what Node imports is the function itself.
const create = mitt as unknown as () => Emitter<Signals>

/** Wakes the background work of this process after a commit; never the truth, which is the event log. */
export class Bus {
  readonly #emitter: Emitter<Signals> = create()

  /** Wakes every job, or `only` one that knows that the others have nothing to do. */
  wake(only?: object): void {
    this.#emitter.emit('wake', only)
  }

  onWake(listener: (only?: object) => void): () => void {
    this.#emitter.on('wake', listener)
    return () => this.#emitter.off('wake', listener)
  }

  report(event: OperationalEvent): void {
    this.#emitter.emit('operational', event)
  }

  onReport(listener: (event: OperationalEvent) => void): () => void {
    this.#emitter.on('operational', listener)
    return () => this.#emitter.off('operational', listener)
  }
}
