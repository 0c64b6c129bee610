import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Engine } from 'rapport-crm'
import { bundled } from '../../support/bundle.ts'
import { launch } from '../chaos/launch.ts'
import { Chance } from '../simulation/chance.ts'
import { ada, type JudgedMail, mailsOf } from './probe.ts'
import { type Death, deaths, rudeServer } from './rude-server.ts'
import { openMail, type Orders } from './mail-worker.ts'

const MINUTE_MS = 60_000
// Leases of messages in flight end after ten minutes; messages that broke are tried again after up to six hours.
const laterMs = [17, 1440].map((minutes) => minutes * MINUTE_MS)
const CONNECTIONS = 5
// As the mailbox of the installation has it, whose messages all of them are.
const MAILBOXES = 1

/** How a round is played. */
export interface Round {
  /** A path, or a URL of PostgreSQL. */
  readonly place: string
  readonly recipients: number
  readonly processes: number
  /** Processes that are killed (SIGKILL). */
  readonly kills: number
  readonly seed: number
  /** Share of messages at which the server hangs up. */
  readonly rudeness: number
  readonly meddles: boolean
}

/** What came of a round. */
export interface Verdict {
  readonly states: Readonly<Record<string, number>>
  /** Addresses that the server has from us. */
  readonly reached: number
  readonly killed: number
  readonly died: Readonly<Partial<Record<Death, number>>>
  readonly seconds: number
  /** What must not be; empty if all is well. */
  readonly faults: readonly string[]
}

/** Has real processes send to a server that hangs up while they are killed, and judges what came of it. */
export async function playRound(round: Round): Promise<Verdict> {
  const chance = new Chance(round.seed)
  let isRude = true
  await using server = await rudeServer({
    dies: () => (isRude && chance.happens(round.rudeness) ? chance.of(deaths) : undefined),
  })
  const given = { place: round.place, mail: server.url, aheadMs: 0 }
  const { sequence, addresses } = await prepared(given, round.recipients)
  const script = await bundled(fileURLToPath(new URL('./mail-worker.ts', pathToFileURL(import.meta.filename))))
  const started = performance.now()
  let [left, seed] = [round.kills, round.seed]
  // Starts a process again until one of them finds nothing more to do.
  const lane = async (aheadMs: number) => {
    for (;;) {
      const orders: Orders = { ...given, aheadMs, sequence, seed: (seed += 1), meddles: round.meddles && aheadMs === 0 }
      const child = launch(script, [JSON.stringify(orders)], ['ignore', 'pipe', 'inherit'])
      const ended = once(child, 'exit')
      const ready = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
      if (left > 0 && ready.length === 1) {
        left -= 1
        await Promise.race([pause(chance.whole(20, 1500)), ended])
        child.kill('SIGKILL')
      }
      const [code] = (await ended) as [number | null]
      if (code === 0) return
      if (code !== null) throw new Error(`A process ended with ${code}`)
    }
  }
  const together = async (aheadMs: number) => await Promise.all(Array.from({ length: round.processes }, () => lane(aheadMs)))
  await together(0)
  const killed = round.kills - left
  await restored(given, sequence)
  for (const aheadMs of laterMs) {
    // Everything must end: what is tried for the last time is let through.
    if (aheadMs === laterMs[1]) isRude = false
    left = 0
    const { open } = await look({ ...given, aheadMs })
    if (open > 0) await together(aheadMs)
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  const { mails, shown, exited, faults } = await look({ ...given, aheadMs: laterMs.at(-1) ?? 0 })
  const silent = (server.died.get('dropped') ?? 0) + (server.died.get('kept') ?? 0) + (server.died.get('within') ?? 0)
  const uncertain = mails.filter(({ status }) => status === 'uncertain').length
  const most = silent + killed * CONNECTIONS * MAILBOXES
  if (uncertain > most) faults.push(`${uncertain} uncertain messages, where ${most} can be`)
  if (shown !== uncertain) faults.push(`${shown} of ${uncertain} uncertain messages are shown`)
  const written = new Set(mails.flatMap(({ to }) => to))
  const unwritten = addresses.filter((each) => !written.has(each)).length
  // Who was taken out of the sequence before its e-mail was written gets none.
  if (unwritten > exited) faults.push(`${unwritten} recipients have no message, but only ${exited} were taken out`)
  return {
    states: Object.fromEntries([...Map.groupBy(mails, ({ status }) => status)].map(([status, some]) => [status, some.length])),
    reached: server.reached.size,
    killed,
    died: Object.fromEntries(server.died),
    seconds,
    faults: [...faults, ...judged(mails, addresses, server.reached)],
  }
}

/** What is wrong with who was reached, by what the engine says of its messages. */
export function judged(mails: readonly JudgedMail[], addresses: readonly string[], reached: ReadonlyMap<string, number>): string[] {
  const faults: string[] = []
  const byAddress = Map.groupBy(mails, ({ to }) => to[0] ?? '')
  const right: Readonly<Record<string, readonly number[]>> = { sent: [1], uncertain: [0, 1], cancelled: [0], failed: [0], bounced: [0] }
  for (const address of addresses) {
    const own = byAddress.get(address) ?? []
    const times = reached.get(address) ?? 0
    const [mail] = own
    if (own.length > 1) faults.push(`${address} has ${own.length} messages`)
    else if (mail && !right[mail.status]?.includes(times))
      faults.push(`${address} was reached ${times} times, its message is ${mail.status}`)
    else if (times > 1) faults.push(`${address} was reached ${times} times`)
  }
  for (const address of reached.keys()) if (!byAddress.has(address)) faults.push(`${address} was reached and has no message`)
  return faults
}

type Given = Pick<Orders, 'place' | 'mail' | 'aheadMs'>

async function inside<T>(given: Given, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openMail(given)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** Half of the recipients are in a sequence, the other half are written to one by one. */
async function prepared(given: Given, recipients: number) {
  return await inside(given, async (engine) => {
    const api = engine.as(ada)
    const addresses = Array.from({ length: recipients }, (_, at) => `p.${at}@example.com`)
    for (let from = 0; from < recipients; from += 1000) {
      const records = addresses.slice(from, from + 1000).map((email) => ({ email }))
      await api.sync.ingest({ provider: 'custom:lab', object: 'contacts', records })
    }
    const steps = [{ type: 'email' as const, subject: 'Hello', body: `<p>Hello {{contact.email}}</p><p>${'Words '.repeat(100)}</p>` }]
    const { id: sequence } = await api.sequences.create({ name: 'Chaos', steps })
    await api.sequences.activate({ id: sequence })
    const ids = new Map<string, string>()
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.contacts.list({ limit: 200, ...(cursor !== undefined && { cursor }) })
      for (const { id, primary_email } of page.contacts) ids.set(String(primary_email), id)
      cursor = page.next_cursor
    }
    const all = addresses.flatMap((address) => ids.get(address) ?? [])
    const half = Math.ceil(all.length / 2)
    await api.sequences.enroll({ id: sequence, ids: all.slice(0, half) })
    const others = all.slice(half)
    for (let from = 0; from < others.length; from += 20) {
      const sent = others.slice(from, from + 20).map((lead_id) => api.emails.send({ lead_id, subject: 'Hello', html: '<p>You</p>' }))
      await Promise.all(sent)
    }
    return { sequence, addresses }
  })
}

/** Nothing stays paused. */
async function restored(given: Given, sequence: string): Promise<void> {
  await inside(given, async (engine) => {
    const api = engine.as(ada)
    await api.sequences.activate({ id: sequence }).catch(() => undefined)
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.sequences.enrollments({ id: sequence, limit: 200, ...(cursor !== undefined && { cursor }) })
      for (const { id: enrollmentId, status } of page.enrollments)
        if (status === 'paused') await api.sequences.resumeEnrollment({ id: sequence, enrollmentId })
      cursor = page.next_cursor
    }
  })
}

async function look(given: Given) {
  return await inside(given, async (engine) => {
    const api = engine.as(ada)
    const mails = await mailsOf(engine)
    let shown = 0
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.emails.list({ status: 'uncertain', limit: 200, ...(cursor !== undefined && { cursor }) })
      shown += page.emails.length
      cursor = page.next_cursor
    }
    const [sequence] = (await api.sequences.list({})).sequences
    const { active = 0, enrolled = 0, exited = 0 } = sequence?.stats ?? {}
    const waiting = mails.filter(({ status }) => status === 'queued' || status === 'sending').length
    const open = waiting + active
    const faults = open > 0 ? [`${waiting} messages and ${active} enrollments of ${enrolled} have not ended`] : []
    return { mails, shown, open, exited, faults }
  })
}
