import { AsyncResource } from 'node:async_hooks'
import { CrmError } from '../operation/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { CommittedEvent, EventAudience } from '../storage/writing/event-audience.ts'
import { suggestion } from '../operation/nearest.ts'
import { Turns } from '../values/turns.ts'

// What waits for one listener at most, in characters of events.
const MAX_WAITING = 32 * 1024 * 1024
// How long a listener may keep an engine from being closed, in milliseconds.
const CLOSING_MS = 10_000

/** Code of the app that is notified of something. */
export interface Listener {
  /** Of what: a type of events. */
  readonly name: string
  /** Called with each. */
  tell(event: unknown): unknown
  /** Where failures are logged. */
  readonly logger: Logger
  /** Only once. */
  readonly once: boolean
}

/** The listeners of this process: each is told one event after the other, in the order of the commits, and at its own pace. */
export class EventListeners implements EventAudience {
  readonly #names: () => Iterable<string>
  readonly #queues = new Map<string, Set<ListenerQueue>>()

  /** `names`: of everything that can be listened to. */
  constructor(names: () => Iterable<string>) {
    this.#names = names
  }

  /** Tells a listener of everything of its name from now on; answers what ends that. Throws `invalid_input` for a name that is none. */
  on(listener: Listener): () => void {
    const { name, tell, once } = listener
    const names = new Set(this.#names())
    if (typeof name !== 'string')
      throw new CrmError('invalid_input', 'What is listened to must be the name of an event, such as contact.created')
    if (!names.has(name)) throw new CrmError('invalid_input', `No event is called "${name}"${suggestion(name, names)}`)
    if (typeof tell !== 'function') throw new CrmError('invalid_input', `What listens to ${name} must be a function`)
    const queues = this.#queues.get(name) ?? new Set()
    const queue = new ListenerQueue(listener)
    const end = () => {
      queue.end()
      queues.delete(queue)
      if (queues.size === 0 && this.#queues.get(name) === queues) this.#queues.delete(name)
    }
    if (once) queue.before = end
    this.#queues.set(name, queues.add(queue))
    return end
  }

  wants(type: string): boolean {
    return this.#queues.has(type)
  }

  committed(events: readonly CommittedEvent[]): void {
    for (const { type, body } of events) this.#tell(type, () => JSON.parse(body), body.length)
  }

  /** Tells of something that is no event of the log. */
  tell(news: { readonly type: string }): void {
    this.#tell(news.type, () => news, 0)
  }

  /**
   * Resolves when the listeners have been notified of everything that waits for them now; after 10 s those that have not are given up, with a
   * line in the log.
   */
  async finish(clock: Clock): Promise<void> {
    const busy = this.#busy
    if (busy.length === 0) return
    const done = new AbortController()
    const late = clock.wait(new Date(clock.now().getTime() + CLOSING_MS), done.signal)
    const isLate = await Promise.race([Promise.all(busy.map((each) => each.reached())).then(() => false), late.then(() => true)])
    done.abort()
    if (isLate) for (const each of this.#busy) each.giveUp()
  }

  get #busy(): readonly ListenerQueue[] {
    return [...this.#queues.values()].flatMap((queues) => [...queues].filter((each) => each.isBusy))
  }

  #tell(name: string, read: () => unknown, size: number): void {
    for (const queue of this.#queues.get(name) ?? []) queue.add(read, size)
  }
}

// Of one listener: what waits for it.
class ListenerQueue {
  readonly #listener: Listener
  readonly #call: (event: unknown) => unknown
  /** Done before the listener is called. */
  before: (() => void) | undefined
  #waiting: { readonly act: () => unknown; readonly size: number }[] = []
  #size = 0
  #missed = 0
  #isRunning = false
  #isOver = false
  #isGivenUp = false

  constructor(listener: Listener) {
    this.#listener = listener
    // In the context in which it was registered, not in that of the call whose commit it is notified of.
    this.#call = AsyncResource.bind(listener.tell)
  }

  get isBusy(): boolean {
    return this.#isRunning && !this.#isGivenUp
  }

  add(read: () => unknown, size: number): void {
    if (this.#size + size > MAX_WAITING) {
      this.#missed += 1
      return
    }
    this.#size += size
    this.#enqueue(async () => {
      if (this.#isOver) return
      this.before?.()
      await this.#call(read())
    }, size)
  }

  /** Resolves when it has been notified of all that waits now. */
  reached(): Promise<void> {
    return new Promise((resolve) => this.#enqueue(resolve, 0))
  }

  end(): void {
    this.#isOver = true
  }

  /** Notifies it of nothing more, and waits for it no longer. */
  giveUp(): void {
    this.#isOver = true
    this.#isGivenUp = true
    this.#failed('A listener has not ended: the engine is closed without it', {})
  }

  #enqueue(act: () => unknown, size: number): void {
    this.#waiting.push({ act, size })
    if (this.#isRunning) return
    this.#isRunning = true
    // Begins behind the call that commits, whose answer does not wait for it.
    queueMicrotask(() => void this.#run())
  }

  async #run(): Promise<void> {
    const turns = new Turns(1)
    while (this.#waiting.length > 0)
      for (const { act, size } of this.#waiting.splice(0)) {
        if (turns.areOver()) await turns.next()
        try {
          await act()
        } catch (error) {
          this.#failed('A listener failed', { error })
        }
        this.#size -= size
      }
    this.#isRunning = false
    if (this.#missed > 0) this.#failed('A listener was too slow: it was not notified of some events', { missed: this.#missed })
    this.#missed = 0
  }

  #failed(message: string, fields: Readonly<Record<string, unknown>>): void {
    const { name: type, tell, logger } = this.#listener
    logger.error(message, { type, listener: tell.name || 'anonymous', ...fields })
  }
}
