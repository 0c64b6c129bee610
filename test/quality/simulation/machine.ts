import { Clock, Ids, type LogFields, Logger, Random } from 'rapport-crm'
import { v7 } from 'uuid'
import { Background } from '../../../core/background.ts'
import { Composition } from '../../../core/compose.ts'
import type { Binding } from '../../../core/kernel/operation/pipeline.ts'
import { Bus } from '../../../core/kernel/events/bus.ts'
import { Consumers } from '../../../core/kernel/feature/event-consumer.ts'
import type { BackgroundLoop } from '../../../core/kernel/operation/background-loop.ts'
import type { Token } from '../../../core/kernel/operation/operation.ts'
import type { Registry } from '../../../core/kernel/feature/registry.ts'
import type { Chance } from './chance.ts'
import type { Time } from './time.ts'

/** The features of which a simulated machine does the background work. */
export const simulated: ReadonlySet<string> = new Set(['events', 'webhooks'])

// What pauses by the time of the machine would make two simulations differ.
Object.defineProperty(performance, 'now', { value: () => 0 })

/** A process that works for the engine: it can die, stand still, and be asked to end. */
export class Machine {
  readonly name: string
  readonly bus = new Bus()
  readonly time: Time
  /** What it logged as an error. */
  readonly errors: unknown[] = []
  dead = false
  #standsUntil = 0
  #waiting: (() => void)[] = []
  #background: Background | undefined

  constructor(name: string, time: Time) {
    this.name = name
    this.time = time
  }

  /** Puts the jobs together as the engine does, with what this machine has for ports. */
  start(registry: Registry, jobs: readonly Token<BackgroundLoop>[], bindings: readonly Binding[]): void {
    // Those of the features whose loops run here.
    const tokens = registry.features.flatMap(({ name, consumers = [] }) => (simulated.has(name) ? consumers : []))
    const consumers = new Consumers(() => tokens.map((token) => composition.resolve(token)))
    const all: Binding[] = [...bindings, [Bus as Token, this.bus], [Consumers as Token, consumers]]
    const composition = new Composition(all, [...jobs, ...tokens], [])
    const [clock, logger] = [composition.resolve(Clock as Token<Clock>), composition.resolve(Logger as Token<Logger>)]
    this.#background = new Background(
      jobs.map((token) => composition.resolve<BackgroundLoop>(token)),
      { clock, bus: this.bus, logger, database: { seen: async () => '' } },
    )
    this.#background.start()
  }

  /** As SIGKILL: from now on nothing of it goes on. */
  die(): void {
    this.dead = true
    this.#waiting = []
  }

  /** As SIGSTOP and SIGCONT: for so long nothing of it goes on. */
  standStill(milliseconds: number): void {
    this.#standsUntil = Math.max(this.#standsUntil, this.time.now + milliseconds)
    this.time.after(milliseconds, () => {
      if (this.standsStill) return
      for (const go of this.#waiting.splice(0)) go()
    })
  }

  /** As SIGTERM. */
  async stop(): Promise<void> {
    await this.#background?.stop()
  }

  get standsStill(): boolean {
    return this.time.now < this.#standsUntil
  }

  /** Something from outside: it comes when the machine can take it, or never. */
  reach(act: () => void): void {
    if (this.dead) return
    this.time.stir()
    if (this.standsStill) this.#waiting.push(act)
    else act()
  }

  /** Goes on at once, later, or never. */
  goesOn(): Promise<void> {
    return new Promise((resolve) => this.reach(resolve))
  }
}

/** The time as a wall clock of one machine shows it. */
export class MachineClock extends Clock {
  /** Milliseconds by which it is wrong. */
  skew = 0
  readonly #time: Time
  readonly #wall: { start: number }
  readonly #machine: Machine | undefined

  constructor(time: Time, wall: { start: number }, machine?: Machine) {
    super()
    this.#time = time
    this.#wall = wall
    this.#machine = machine
  }

  override now(): Date {
    return new Date(Math.floor(this.#wall.start + this.#time.now + this.skew))
  }

  // Real time must decide nothing, or a seed would not give the same twice.
  override steady(): number {
    return this.#time.now
  }

  override worked(): number {
    return this.#time.now
  }

  // A turn of the real event loop would let the order of things depend on this machine.
  override async turn(): Promise<void> {}

  override wait(until: Date, signal: AbortSignal): Promise<void> {
    this.#time.stir()
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        forget()
        signal.removeEventListener('abort', done)
        if (this.#machine) this.#machine.reach(resolve)
        else resolve()
      }
      const forget = this.#time.wait(until.getTime() - this.now().getTime(), done)
      signal.addEventListener('abort', done, { once: true })
    })
  }
}

/** Ids that a seed gives: in rising order within a machine, as the real ones. */
export class SeededIds extends Ids {
  readonly #clock: Clock
  readonly #chance: Chance
  #sequence = 0
  #last = 0

  constructor(clock: Clock, chance: Chance) {
    super({ clock })
    this.#clock = clock
    this.#chance = chance
  }

  override next(): string {
    const msecs = this.#clock.now().getTime()
    this.#sequence = msecs === this.#last ? this.#sequence + 1 : 0
    this.#last = msecs
    return v7({ msecs, seq: this.#sequence, random: this.#chance.bytes(16) })
  }
}

export class SeededRandom extends Random {
  readonly #chance: Chance

  constructor(chance: Chance) {
    super()
    this.#chance = chance
  }

  override bytes(length: number): Buffer {
    return this.#chance.bytes(length)
  }
}

/** Keeps errors, because a simulated fault is the only thing that may be logged as one. */
export class Errors extends Logger {
  readonly #errors: unknown[]

  constructor(errors: unknown[]) {
    super()
    this.#errors = errors
  }

  override error(_message: string, { error }: LogFields = {}): void {
    this.#errors.push(error)
  }
}
