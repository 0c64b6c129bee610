import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import {
  type AnyOperation,
  Captcha,
  Engine,
  Http,
  Ids,
  Inbox,
  Logger,
  type MailEnvelope,
  Mailer,
  type MailOutcome,
  type MailRoute,
  operation,
  plugin,
  Random,
  Registry,
} from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { pages } from 'rapport-crm/pages'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { TestClock } from '../../support/clock.ts'
import { ada, newPlace, type StorageName } from '../../support/storages.ts'
import { type Plant, planted } from './statuses.ts'
import { uncertain } from './strangers.ts'

/** Outgoing requests end here: no fuzz leaves the machine, and names resolve without asking anybody. */
class NoNetwork extends Http {
  readonly sent: string[] = []

  constructor() {
    super({ lookup: async (name) => [{ address: name.startsWith('inside') ? '10.0.0.1' : '93.184.215.14', family: 4 }] })
  }

  override async send({ url }: Parameters<Http['send']>[0]): ReturnType<Http['send']> {
    this.sent.push(url)
    const [status, response] = [
      [200, 'ok'],
      [500, 'broken \u{1f4a5}'],
      [410, ''],
    ][this.sent.length % 3] as [number, string]
    return { status, error: null, terminal: false, response, durationMs: 7, retryAfter: null }
  }
}

/** Takes everybody for a machine. */
class NoPerson extends Captcha {
  override get isBound(): boolean {
    return true
  }

  override async verify(): Promise<boolean> {
    return false
  }
}

/** E-mails end here: they are taken at once, but for those of which nobody is to know. */
class NoMail extends Mailer {
  override async send(_route: MailRoute, { to }: MailEnvelope): Promise<MailOutcome> {
    if (to.includes(uncertain)) return { kind: 'broken', phase: 'data', text: 'The connection was lost', mayHaveLeft: true }
    return { kind: 'accepted', answer: '250 taken', queueId: null, refused: [] }
  }
}

/** So often the engine writes before it gives up on a race. */
const TRIES = 4

/** Stands still, and stands for what can break under any call. */
export class FuzzClock extends TestClock {
  #plant: Plant | undefined
  /** How many were planted. */
  planted = 0

  get plant(): Plant | undefined {
    return this.#plant
  }

  set plant(plant: Plant | undefined) {
    this.#plant = plant
    this.planted += 1
  }

  override now(): Date {
    if (this.plant === 'fault' || this.plant === 'outage') throw planted(this.plant)
    return super.now()
  }
}

class CountedIds extends Ids {
  readonly #clock: TestClock
  #last = 0
  /** Tries of one call that were lost to a race, in a row: counted for each engine, as both are called at once. */
  #lost = { of: 0, tries: 0 }

  constructor(clock: TestClock) {
    super({ clock })
    this.#clock = clock
  }

  override next(): string {
    if (this.#loses()) throw planted('race')
    return `01900000-0000-7000-8000-${(this.#last += 1).toString(16).padStart(12, '0')}`
  }

  // As often as the engine tries; what it writes of the call itself is in no race.
  #loses(): boolean {
    if (!(this.#clock instanceof FuzzClock) || this.#clock.plant !== 'race') return false
    const { planted: of } = this.#clock
    const before = this.#lost.of === of ? this.#lost.tries : 0
    this.#lost = { of, tries: before < TRIES ? before + 1 : 0 }
    return before < TRIES
  }
}

class CountedRandom extends Random {
  #last = 0

  override bytes(length: number): Buffer {
    const digest = () =>
      createHash('sha512')
        .update(String((this.#last += 1)))
        .digest()
    const parts: Buffer[] = []
    while (parts.length * 64 < length) parts.push(digest())
    return Buffer.concat(parts).subarray(0, length)
  }
}

class Complaints extends Logger {
  readonly errors: string[] = []

  override error(message: string, fields?: unknown): void {
    this.errors.push(`${message} ${JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.message : value))}`)
  }
}

// Written behind the calls and about them, not by them.
const aside = new Set(['api_calls', 'rate_windows', 'quota_usage'])

/** Counts the rows of all tables below every door: often, so with one statement that is written once. */
function rowProbe() {
  let count: (() => Promise<string>) | undefined
  const opened = plugin({
    name: 'row-probe',
    version: '1.0.0',
    operations: {
      rowProbe: {
        open: operation({
          id: 'probeRows',
          summary: 'Get hold of the tables',
          scope: 'read',
          route: 'GET /probe/rows',
          input: Type.Object({}),
          output: Type.Null(),
          uses: { database: Database, registry: Registry },
          async handle(_, { database, registry }) {
            const tables = registry.all('entities').filter(({ table }) => !aside.has(table))
            // So short that it is prepared: PostgreSQL would plan for longer than it counts.
            const each = tables.map(({ table, fields }, at) => {
              const touched = 'version' in fields ? 'sum(version)' : '0'
              return at === 0
                ? `select 0 n,count(*) stored,${touched} touched from ${table}`
                : `select ${at},count(*),${touched} from ${table}`
            })
            const statement = sql.raw<{ n: number; stored: unknown; touched: unknown }>(each.join(' union all '))
            count = async () => {
              const { rows } = await statement.execute(database.tables())
              return rows.map(({ n, stored, touched }) => `${tables[n]?.table}: ${stored} rows, ${touched ?? 0} versions`).join('\n')
            }
            return null
          },
        }),
      },
    },
  })
  return { opened, rows: async () => (await count?.()) ?? '' }
}

/** One engine of the pair. */
export interface Twin {
  readonly name: StorageName
  readonly engine: Engine
  fetch(request: Request): Promise<Response>
  /** As strangers reach it, outside of the API. */
  visit(request: Request): Promise<Response>
  /** Rows of every table, and how often they were changed. */
  rows(): Promise<string>
  /** What was hidden from a client behind a 500. */
  readonly faults: string[]
  readonly log: Complaints
  readonly network: NoNetwork
  close(): Promise<void>
}

export const adminKey = 'rk_the_administrator_of_the_fuzz'
/** The operations that are fuzzed: all of them. */
// No call makes an account: they need a person who accepts an invitation, and every wrong guess is counted.
const ofPersons = /^(changeMyPassword|(begin|confirm|remove)MySecondFactor)$/

export const operationsOf = ({ engine }: Twin): AnyOperation[] =>
  engine.registry.list.filter(({ id }) => id !== 'probeRows' && !ofPersons.test(id))

/** Engines on both databases that get the same ids, the same time and the same chance, so that they answer the same bytes. */
export async function openTwins(clock: TestClock): Promise<Twin[]> {
  const names = ['SQLite memory', 'PostgreSQL'] as const
  return await Promise.all(names.map((name) => openTwin(name, clock)))
}

async function openTwin(name: StorageName, clock: TestClock): Promise<Twin> {
  const place = await newPlace(name)
  const [log, network, faults] = [new Complaints(), new NoNetwork(), [] as string[]]
  const ports = [clock, new CountedIds(clock), new CountedRandom(), log, network, new Inbox(), new NoMail(), new NoPerson()]
  const probe = rowProbe()
  const engine = await Engine.open({ storage: place.storage(), ports, plugins: [probe.opened], rateLimit: 1_000_000_000 })
  await engine.access.bootstrap({ key: adminKey, organization: ada.organization, user: ada.user })
  const adapter = http(engine, { onError: (error) => faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error)) })
  await engine.call(engine.registry.byId.get('probeRows') as AnyOperation, {}, ada)
  return {
    name,
    engine: engine as Engine,
    fetch: (request) => adapter.fetch(request),
    visit: (request) => pages(engine as Engine).fetch(request),
    rows: probe.rows,
    faults,
    log,
    network,
    async close() {
      await engine.close()
      await place.remove()
    },
  }
}
