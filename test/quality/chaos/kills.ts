import { setTimeout as after } from 'node:timers/promises'
import type { Engine } from 'rapport-crm'
import { ada, type Fleet } from './fleet.ts'
import type { Moment } from './round.ts'
import { type Tally, tally } from './tally.ts'

/** Runs a worker that writes and delivers, and kills it; its leases have ended for the next one. */
export async function killDeliveries(fleet: Fleet, { answers, ms }: Moment): Promise<void> {
  const worker = fleet.worker({ contacts: Number.MAX_SAFE_INTEGER })
  await worker.reaches(answers)
  await after(ms)
  await worker.kill()
  fleet.afterLeases()
}

/** Replaces workers one after the other while they write and deliver. */
export async function restart(fleet: Fleet, times: number): Promise<void> {
  const endless = { contacts: Number.MAX_SAFE_INTEGER, restMs: 5 }
  let [older, newer] = [fleet.worker(endless), fleet.worker(endless)]
  for (let count = 0; count < times; count += 1) {
    await Promise.all([older.reaches(5), newer.reaches(5)])
    const next = fleet.worker(endless)
    await older.end()
    ;[older, newer] = [newer, next]
  }
  await newer.ready
  await Promise.all([older.end(), newer.end()])
}

interface Race {
  readonly whole: Tally
  /** Events that polling missed. */
  readonly missed: readonly number[]
  /** What is stored of a webhook whose endpoint failed all of them at once. */
  readonly counted: { readonly active: boolean; readonly failure_count: number }
}

/** Lets processes write and deliver at the same time, while this one polls the event log; then all of them fail at one endpoint. */
export async function racing(fleet: Fleet, orders: { processes: number; lanes: number; contacts: number }): Promise<Race> {
  const { processes, ...each } = orders
  return await fleet.inside(async (engine) => {
    for (let count = 0; count < processes; count += 1) fleet.worker(each)
    const seen = await poll(engine, processes * each.contacts)
    await fleet.received(fleet.webhooks * processes * each.contacts)
    const written = fleet.workers.flatMap(({ contacts }) => contacts)
    const events = await engine.as(ada).events.list({ type: 'contact.created', limit: 500 })
    const missed = events.events.map(({ id }) => id).filter((id) => !seen.has(id))
    const whole = await logged(() => tally(engine, written, fleet.receiver.deliveries))
    const counted = await failing(engine, fleet)
    for (const worker of fleet.workers) await worker.end()
    return { whole, missed, counted }
  })
}

// Attempts are logged in groups, a moment after they arrived.
async function logged(count: () => Promise<Tally>): Promise<Tally> {
  for (;;) {
    const counted = await count()
    if (counted.attempts >= counted.deliveries) return counted
    await after(20)
  }
}

// Like a client that must not miss any: with the cursor of the former answer.
async function poll(engine: Engine, count: number): Promise<Set<number>> {
  const seen = new Set<number>()
  for (let after: string | undefined; seen.size < count;) {
    const { events, next_cursor } = await engine
      .as(ada)
      .events.list({ order: 'asc', type: 'contact.created', limit: 20, ...(after && { after }) })
    for (const { id } of events) seen.add(id)
    after = next_cursor ?? after
  }
  return seen
}

async function failing(engine: Engine, fleet: Fleet): Promise<Race['counted']> {
  const api = engine.as(ada)
  const { id, secret } = await api.webhooks.create({ url: `${fleet.receiver.url}failing`, events: ['contact.deleted'] })
  fleet.receiver.trust(secret)
  fleet.answer(400, 20)
  const contacts = fleet.workers.flatMap((each) => each.contacts)
  await Promise.all(contacts.slice(0, 64).map((contact) => api.contacts.delete({ id: contact })))
  for (;;) {
    const { active, failure_count } = await api.webhooks.get({ id })
    if (!active) return { active, failure_count }
    await after(20)
  }
}
