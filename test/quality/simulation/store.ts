import type { Kysely } from 'kysely'
import type { Database } from '../../../core/kernel/storage/units/database.ts'
import type { Tables } from '../../../core/kernel/storage/schema/tables.ts'
import type { Auditor } from './auditor.ts'
import type { Chance } from './chance.ts'
import type { Machine } from './machine.ts'
import type { Time } from './time.ts'

/** What may happen to one transaction: nothing, that it never begins or commits, or that its commit is never heard of. */
const faults = [
  'refused',
  'rolled back',
  'unanswered',
  'dies before',
  'dies inside',
  'dies after',
  'stands still before',
  'stands still after',
] as const

/** How often something goes wrong. */
export interface Weather {
  faulty: number
  outage: boolean
}

export class StoreFault extends Error {}

/** The database as one machine reaches it, with faults at the edges of each transaction. */
export class FaultyDatabase {
  readonly dialect: Database['dialect']
  readonly #database: Database
  readonly #machine: Machine
  readonly #chance: Chance
  readonly #time: Time
  readonly #weather: Weather
  readonly #auditor: Auditor

  constructor(database: Database, machine: Machine, chance: Chance, time: Time, weather: Weather, auditor: Auditor) {
    this.dialect = database.dialect
    this.#database = database
    this.#machine = machine
    this.#chance = chance
    this.#time = time
    this.#weather = weather
    this.#auditor = auditor
  }

  tables(): Kysely<Tables> {
    this.#time.stir()
    if (this.#weather.outage) throw new StoreFault('The database does not answer')
    return this.#database.tables()
  }

  async transaction<T>(work: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
    const fault = this.#chance.happens(this.#weather.faulty) ? this.#chance.of(faults) : undefined
    if (fault === 'stands still before') this.#machine.standStill(this.#chance.whole(100, 90_000))
    if (fault === 'dies before') this.#machine.die()
    // Others may come in between.
    for (let turns = this.#chance.whole(0, 4); turns > 0; turns -= 1) await this.#machine.goesOn()
    await this.#machine.goesOn()
    if (this.#weather.outage || fault === 'refused') throw new StoreFault('The database does not answer')
    const value = await this.#database
      .transaction(async (tables) => {
        const result = await work(tables)
        if (fault === 'dies inside') this.#machine.die()
        if (fault === 'rolled back' || this.#machine.dead) throw new StoreFault('The transaction was rolled back')
        await this.#auditor.look(tables, this.#machine.name)
        return result
      })
      .catch(async (error: unknown) => {
        await this.#machine.goesOn()
        throw error
      })
    if (fault === 'dies after') this.#machine.die()
    if (fault === 'stands still after') this.#machine.standStill(this.#chance.whole(100, 90_000))
    await this.#machine.goesOn()
    if (fault === 'unanswered') throw new StoreFault('The connection was lost behind the commit')
    this.#machine.bus.wake()
    return value
  }
}
