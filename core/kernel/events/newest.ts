import { sql } from 'kysely'
import type { Resolved } from '../operation/operation.ts'
import { EventRecord } from '../storage/schema/event-record.ts'
import { Database } from '../storage/units/database.ts'

type Asked = Map<string, PromiseWithResolvers<number>>

/** Which organizations have newer events: what is asked for many of them in one turn of the event loop is one statement. */
export class NewestEvents {
  static readonly uses = { database: Database }
  readonly #database: Database
  #asked: Asked | undefined

  constructor({ database }: Resolved<typeof NewestEvents.uses>) {
    this.#database = database
  }

  /** The number of the last event of an organization that is committed; 0 where it has none. */
  async of(organization: string): Promise<number> {
    const asked = (this.#asked ??= this.#begin())
    const known = asked.get(organization) ?? Promise.withResolvers<number>()
    asked.set(organization, known)
    return await known.promise
  }

  #begin(): Asked {
    const asked: Asked = new Map()
    setImmediate(() => {
      this.#asked = undefined
      this.#read(asked).catch((error: unknown) => {
        for (const { reject } of asked.values()) reject(error)
      })
    })
    return asked
  }

  async #read(asked: Asked): Promise<void> {
    const organizations = [...asked.keys()]
    const given =
      this.#database.dialect === 'postgresql'
        ? sql`unnest(${organizations}::text[]) as given(name)`
        : sql`(select value as name from json_each(${JSON.stringify(organizations)})) as given`
    const table = sql.table(EventRecord.table)
    const { rows } = await sql<{ name: string; id: number | string | null }>`
      select given.name as "name", (select max("id") from ${table} where "user_from" = given.name) as "id" from ${given}`.execute(
      this.#database.tables(),
    )
    const numbers = new Map(rows.map(({ name, id }) => [name, Number(id ?? 0)]))
    for (const [organization, { resolve }] of asked) resolve(numbers.get(organization) ?? 0)
  }
}
