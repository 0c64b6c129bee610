import { copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Action, type DatabaseAction, type Engine, type Feature, type OutsideAction, TemporaryFailure } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import type { TestClock } from './clock.ts'
import { emptyDatabase } from './image.ts'

/** How often an action reaches a point at which a process can die, and what it has called by then. */
export class Points {
  /** Keys of the calls to the outside, in their order. */
  readonly keys: string[] = []
  /** Points that were reached. */
  reached = 0
  /** Calls of the other side that get no answer; the next one does. */
  silent = 0
  readonly #deadly: number
  readonly #died = Promise.withResolvers<void>()

  /** The process dies at the point of this number, and goes on with nothing; -1 = never. */
  constructor(deadly = -1) {
    this.#deadly = deadly
  }

  /** Resolves when the process has died. */
  get died(): Promise<void> {
    return this.#died.promise
  }

  /** A point at which the process can die. */
  async here(): Promise<void> {
    this.reached += 1
    if (this.reached - 1 !== this.#deadly) return
    this.#died.resolve()
    await new Promise<never>(() => {})
  }
}

/** The plugin with this action of it watched: each await of the action, and each call of a service, is a point. */
export function watched(plugin: Feature, type: string, points: Points): Feature {
  // What does something was made by `defineAction`.
  const actions = (plugin.actions ?? []).map((each) => (each.type === type ? watchedAction(each as Action, points) : each))
  return { ...plugin, actions }
}

function watchedAction(action: Action, points: Points): Action {
  return action.effect === 'external' ? watchedCall(action, points) : watchedWork(action, points)
}

function watchedWork(action: DatabaseAction, points: Points): DatabaseAction {
  return {
    ...action,
    run: async (call, services) => {
      await points.here()
      const result = await action.run(call, eachCall(services, points))
      await points.here()
      return result
    },
    runMany: async () => undefined,
  }
}

function watchedCall(action: OutsideAction, points: Points): OutsideAction {
  return {
    ...action,
    prepare: async (call, services) => {
      await points.here()
      const prepared = (await action.prepare?.(call, eachCall(services, points))) ?? { effect: null }
      await points.here()
      return prepared
    },
    run: async (call, services) => {
      await points.here()
      points.keys.push(call.key)
      if (points.keys.length <= points.silent) throw new TemporaryFailure('The other side does not answer')
      const result = await action.run(call, services)
      await points.here()
      return result
    },
  }
}

// Services with each of their methods as a point before and after the call.
function eachCall<S extends object>(services: S, points: Points): S {
  const wrapped = Object.entries(services).map(([name, service]: [string, unknown]) => [name, methodsOf(service, points)])
  // The same services by the same names.
  return Object.fromEntries(wrapped) as S
}

function methodsOf(service: unknown, points: Points): unknown {
  if (typeof service !== 'object' || service === null) return service
  return new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, given)
        if (!(answer instanceof Promise)) return answer
        return points
          .here()
          .then(() => answer)
          .then(async (value: unknown) => (await points.here(), value))
      }
    },
  })
}

/** A database in a file, which can be copied as a process that is killed leaves it. */
export class Place {
  readonly #folder: string
  readonly file: string

  private constructor(folder: string) {
    this.#folder = folder
    this.file = join(folder, 'rapport.sqlite')
  }

  /** A migrated database, or what is left of another one. */
  private static async of(other?: Place): Promise<Place> {
    const place = new Place(await mkdtemp(join(tmpdir(), 'rapport-kit-')))
    if (!other) await writeFile(place.file, await emptyDatabase())
    else for (const end of ['', '-wal']) if (await isThere(other.file + end)) await copyFile(other.file + end, place.file + end)
    return place
  }

  get storage() {
    return sqlite(this.file)
  }

  /** Work with a database that is removed at its end. */
  static async with<T>(other: Place | undefined, work: (place: Place) => Promise<T>): Promise<T> {
    const place = await Place.of(other)
    try {
      return await work(place)
    } finally {
      await place.#remove()
    }
  }

  async #remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

/** The end of the work of an engine whose process has died: what hangs is given up. */
export async function abandon(engine: Engine, clock: TestClock): Promise<void> {
  const closing = engine.close().then(() => true)
  const aMoment = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    return false
  }
  while (!(await Promise.race([closing, aMoment()]))) clock.advance('20 seconds')
}
