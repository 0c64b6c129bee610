import { type Actor, type Api, Clock, Engine, Http, Ids, Logger, Random, scopes } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { Type } from '@sinclair/typebox'
import { operation, plugin } from 'rapport-crm'
import type { Binding } from '../../../core/kernel/operation/pipeline.ts'
import type { BackgroundLoop } from '../../../core/kernel/operation/background-loop.ts'
import type { AnyOperation, Token } from '../../../core/kernel/operation/operation.ts'
import { Registry } from '../../../core/kernel/feature/registry.ts'
import { Settings } from '../../../core/kernel/operation/settings.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { Auditor } from './auditor.ts'
import { Chance } from './chance.ts'
import { Errors, Machine, MachineClock, SeededIds, SeededRandom, simulated } from './machine.ts'
import { Line, Network } from './network.ts'
import { FaultyDatabase, StoreFault, type Weather } from './store.ts'
import { Time } from './time.ts'

const ada: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }

// The database of the engine, for the machines to share.
const inside = plugin({
  name: 'inside',
  version: '1.0.0',
  operations: {
    inside: {
      database: operation({
        id: 'readInside',
        summary: 'The database itself',
        scope: 'read',
        route: 'GET /inside',
        input: Type.Object({}),
        output: Type.Unknown(),
        uses: { database: Database },
        handle: async (_, { database }) => database,
      }),
    },
  },
})

/** Several machines that work on one database, users who write into it, and endpoints: all of one seed. */
export class World {
  readonly time = new Time()
  readonly wall = { start: Date.parse('2026-01-15T09:00:00.000Z') }
  readonly chance: Chance
  readonly auditor = new Auditor(this.time)
  readonly network: Network
  readonly weather: Weather = { faulty: 0, outage: false }
  readonly machines: Machine[] = []
  readonly seed: number
  api!: Api
  database!: Database
  #registry!: Registry
  #close!: () => Promise<void>
  #started = 0

  private constructor(seed: number) {
    this.seed = seed
    this.chance = new Chance(seed)
    this.network = new Network(this.time, new Chance(seed + 1e9), this.auditor.blame)
    this.auditor.network = this.network
  }

  static async open(seed: number): Promise<World> {
    const world = new World(seed)
    const [clock, chance] = [new MachineClock(world.time, world.wall), new Chance(seed + 2e9)]
    const ports = [clock, new SeededIds(clock, chance), new SeededRandom(chance), new Line(world.network)]
    const engine = await Engine.open({ storage: sqlite(':memory:'), plugins: [inside], ports })
    world.#registry = engine.registry
    world.#close = () => engine.close()
    world.database = (await engine.call(engine.registry.byId.get('readInside') as AnyOperation, {}, ada)) as Database
    world.api = engine.as(ada)
    world.#watch()
    return world
  }

  /** Starts one more machine. */
  boot(skew = 0): Machine {
    const { time, wall, weather, auditor, seed } = this
    const machine = new Machine(`machine ${(this.#started += 1)}`, time)
    const chance = new Chance(seed + 3e9 + this.#started)
    const clock = new MachineClock(time, wall, machine)
    clock.skew = skew
    const database = new FaultyDatabase(this.database, machine, chance, time, weather, auditor)
    const bindings = [
      [Registry, this.#registry],
      [Database, database],
      [Settings, new Settings()],
      [Clock, clock],
      [Ids, new SeededIds(clock, chance)],
      [Random, new SeededRandom(chance)],
      [Logger, new Errors(machine.errors)],
      [Http, new Line(this.network, machine)],
    ]
    const jobs = this.#registry.features.flatMap(({ name, loops = [] }) => (simulated.has(name) ? loops : []))
    machine.start(this.#registry, jobs as Token<BackgroundLoop>[], bindings as unknown as Binding[])
    this.machines.push(machine)
    return machine
  }

  get living(): Machine[] {
    return this.machines.filter(({ dead }) => !dead)
  }

  /** What machines logged that no fault of the simulation explains. */
  get errors(): unknown[] {
    return this.machines.flatMap(({ errors }) => errors).filter((error) => !(error instanceof StoreFault))
  }

  /** Tells the machines that something was committed; it may be lost on the way, as any such message. */
  wake(): void {
    for (const machine of this.living) if (this.chance.happens(0.7)) machine.reach(() => machine.bus.wake())
  }

  /** The delivery of one entry of the log. */
  async deliveryOf(attempt: string): Promise<string> {
    const row = await this.database
      .tables()
      .selectFrom('webhook_attempts')
      .select('delivery_id')
      .where('id', '=', attempt)
      .executeTakeFirst()
    return String(row?.['delivery_id'])
  }

  async close(): Promise<void> {
    for (const machine of this.machines) machine.die()
    // The engine waits for calls under way, and a user may be trying an endpoint.
    this.network.hangUp()
    await this.#close()
  }

  // What users do is seen too, at the end of each of their transactions.
  #watch(): void {
    const { database, auditor } = this
    const unitOfWork = database.unitOfWork.bind(database)
    database.unitOfWork = async (unit, work) => {
      this.time.stir()
      const value = await unitOfWork(unit, async (loaded) => {
        const done = await work(loaded)
        await auditor.look(database.tablesWithin(loaded), 'api')
        return done
      })
      this.wake()
      return value
    }
  }
}
