import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type Api, type Engine, group, Http, type LogFields, Logger, operation, plugin, Registry } from 'rapport-crm'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import type { HttpOutcome, HttpRequest } from '../../../core/kernel/ports/http.ts'
import { aContact } from '../../support/builders.ts'
import { TestClock } from '../../support/clock.ts'
import type { Open, Opened, StorageName } from '../../support/storages.ts'

/** One request as an endpoint gets it. */
export interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly at: Date
}

/** A status, an error without an HTTP answer, or a promise of one. */
export type Answer = number | Partial<HttpOutcome>
export type Behavior = (sent: Sent, index: number) => Answer | Promise<Answer>

/** Http that reaches no network: endpoints answer 200 until told otherwise. */
export class Endpoints extends Http {
  readonly sent: Sent[] = []
  /** The most requests that were under way to one URL. */
  most = 0
  readonly #underWay = new Map<string, number>()
  readonly #clock: TestClock
  #behavior: Behavior = () => 200
  #waiting: { count: number; resolve(): void }[] = []

  constructor(clock: TestClock) {
    super({ lookup: async (name) => [{ address: name.startsWith('private.') ? '10.0.0.1' : '93.184.215.14', family: 4 }] })
    this.#clock = clock
  }

  /** As new: nothing was sent, and every answer is 200. */
  forget(): void {
    this.sent.length = 0
    this.most = 0
    this.#underWay.clear()
    this.#waiting = []
    this.#behavior = () => 200
  }

  answer(behavior: Answer | Behavior): void {
    this.#behavior = typeof behavior === 'function' ? behavior : () => behavior
  }

  override async send({ url, headers, body, signal }: HttpRequest): Promise<HttpOutcome> {
    const sent = { url, headers, body: Buffer.from(body ?? '').toString('utf8'), at: this.#clock.now() }
    const index = this.sent.push(sent) - 1
    this.#count(url, 1)
    for (const { count, resolve } of this.#waiting) if (this.sent.length >= count) resolve()
    const aborted = new Promise<Answer>((resolve) =>
      signal?.addEventListener('abort', () => resolve({ error: 'aborted', response: 'aborted' }), { once: true }),
    )
    try {
      const answer = await Promise.race([this.#behavior(sent, index), aborted])
      return outcomeOf(answer)
    } finally {
      this.#count(url, -1)
    }
  }

  /** Resolves once so many requests were made in all. */
  async received(count: number): Promise<void> {
    if (this.sent.length < count) await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }))
  }

  #count(url: string, change: number): void {
    const underWay = (this.#underWay.get(url) ?? 0) + change
    this.#underWay.set(url, underWay)
    this.most = Math.max(this.most, underWay)
  }
}

export const failed = (error: NonNullable<HttpOutcome['error']>, terminal = false): Partial<HttpOutcome> => ({
  error,
  terminal,
  response: error,
})

function outcomeOf(answer: Answer): HttpOutcome {
  const given = typeof answer === 'number' ? { status: answer, response: `answered ${answer}` } : answer
  return { status: 0, error: null, terminal: false, response: '', durationMs: 7, retryAfter: null, ...given }
}

/** An answer that comes when the test says so. */
export class Gate {
  readonly answer: Promise<Answer>
  open!: (answer: Answer) => void

  constructor() {
    this.answer = new Promise((resolve) => (this.open = resolve))
  }
}

/** Keeps what is logged. */
export class Lines extends Logger {
  readonly lines: { level: string; message: string; fields: LogFields }[] = []

  override info(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'info', message, fields })
  }

  override warn(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'warn', message, fields })
  }

  override error(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'error', message, fields })
  }

  ofType(type: string) {
    return this.lines.filter(({ fields }) => fields['type'] === type)
  }
}

/** Lets a test look at stored rows of all organizations, and change them. */
export const probe = plugin({
  name: 'probe',
  version: '1.0.0',
  operations: {
    probe: group('Probe', {
      rows: operation({
        id: 'probeRows',
        summary: 'Rows of one table',
        scope: 'read',
        route: 'GET /probe',
        input: Type.Object({ table: Type.String() }),
        output: Type.Array(Type.Record(Type.String(), Type.Unknown())),
        uses: { database: Database },
        handle: ({ table }, { database }) => database.tables().selectFrom(table).selectAll().orderBy('id').execute(),
      }),
      set: operation({
        id: 'probeSet',
        summary: 'Sets values of all rows of one table, or of one of them',
        scope: 'read',
        route: 'POST /probe',
        input: Type.Object({
          table: Type.String(),
          values: Type.Record(Type.String(), Type.Unknown()),
          id: Type.Optional(Type.String()),
        }),
        output: Type.Null(),
        uses: { database: Database },
        async handle({ table, values, id }, { database }) {
          const all = database.tables().updateTable(table).set(values)
          await (id === undefined ? all : all.where('id', '=', id)).execute()
          return null
        },
      }),
      empty: operation({
        id: 'probeEmpty',
        summary: 'Empties the database; the next event has the number 1',
        scope: 'read',
        route: 'DELETE /probe',
        input: Type.Object({}),
        output: Type.Null(),
        uses: { database: Database, registry: Registry },
        async handle(_, { database, registry }) {
          await database.transaction(async (tables) => {
            // The process goes on with the keys that it knows.
            for (const { table } of registry.all('entities')) if (table !== 'encryption_keys') await tables.deleteFrom(table).execute()
            if (database.dialect === 'postgresql') await sql`select setval(to_regclass(events_sequence('acme')), 1, false)`.execute(tables)
            else {
              await sql`delete from sqlite_sequence`.execute(tables)
              await sql`insert into search_index (search_index) values ('delete-all')`.execute(tables)
            }
          })
          return null
        },
      }),
    }),
  },
})

type Probed = {
  readonly probe: {
    rows(input: { table: string }): Promise<Record<string, any>[]>
    set(input: { table: string; values: object; id?: string }): Promise<null>
    empty(): Promise<null>
  }
}

/** Rows of a table as they are stored. */
export const rows = (api: Api, table: string) => (api as unknown as Probed).probe.rows({ table })
export const setAll = (api: Api, table: string, values: object, id?: string) =>
  (api as unknown as Probed).probe.set({ table, values, ...(id !== undefined && { id }) })

/** What most tests of webhooks need; `http` reaches no network. */
export interface Lab extends Opened {
  readonly http: Endpoints
  readonly log: Lines
}

export async function openLab(open: Open, kept = false): Promise<Lab> {
  const clock = new TestClock()
  const [http, log] = [new Endpoints(clock), new Lines()]
  return { ...(await open({ clock, ports: [http, log], plugins: [probe], kept })), http, log }
}

/** One engine for all tests of a describe, as new for each of them but for its clock: opening one takes longer than most tests. */
export function reusing(open: Open): () => Promise<Lab> {
  let made: Lab | undefined
  return async () => {
    if (made) await empty(made)
    return (made ??= await openLab(open, true))
  }
}

/** As new, but for the time and for what the process has kept in its memory. */
export async function empty({ api, http, log }: Pick<Lab, 'api' | 'http' | 'log'>): Promise<void> {
  await (api as unknown as Probed).probe.empty()
  http.forget()
  log.lines.length = 0
}

/** Makes one event, `contact.created`, of a contact without a company. */
export async function happen(api: Api, count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) await api.contacts.create(aContact({ email: `ada.${++people}@gmail.com` }))
}
let people = 0

/** Lets the engine work through so many milliseconds, moment by moment as work falls due. */
export async function pass(engine: Engine, clock: TestClock, milliseconds: number): Promise<void> {
  const end = new Date(clock.now().getTime() + milliseconds)
  for (let next = await engine.tick(); next && next <= end; next = await engine.tick()) if (next > clock.now()) clock.set(next)
  clock.set(end)
  await engine.tick()
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** A moment as the database stores it. */
export function stored(storage: StorageName, time: number): unknown {
  return storage === 'PostgreSQL' ? new Date(time).toISOString() : time
}
