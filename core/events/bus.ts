import mitt, { type Emitter } from 'mitt'

type Signals = { wake: undefined }

// mitt's types describe its CommonJS form; what Node imports is the function itself.
const create = mitt as unknown as () => Emitter<Signals>

/** Wakes the background work of this process after a commit; never the truth, which is the event log. */
export class Bus {
  readonly #emitter: Emitter<Signals> = create()

  wake(): void {
    this.#emitter.emit('wake')
  }

  onWake(listener: () => void): () => void {
    this.#emitter.on('wake', listener)
    return () => this.#emitter.off('wake', listener)
  }
}
