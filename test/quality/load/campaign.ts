import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'
import { type Actor, type Api, Engine, Records, scopes } from 'rapport-crm'
import { v7 } from 'uuid'
import { Contact, contactFields } from '../../../core/crm/contacts/entity.ts'
import { initials } from '../../../core/kernel/storage/records/new-record.ts'
import { CampaignIssue, CampaignRecipient } from '../../../core/outreach/campaigns/rows.ts'
import { ListMember } from '../../../core/records/lists/entity.ts'
import { inUnit } from '../../outreach/in-unit.ts'
import { HostLab } from '../../support/host.ts'
import { Stage } from '../chaos/stage.ts'
import { storageOf } from '../chaos/storage.ts'
import { rudeServer } from '../mail/rude-server.ts'
import type { DatabaseName } from './lab.ts'

const RECIPIENTS = Number(process.env['LOAD_RECIPIENTS'] ?? 100_000)
const PART = 2_000
// Of each thousand so many share the address of another, written in another form.
const SHARED = 20
const FREEZE_MOST_MS = 600_000

const unit = inUnit({ records: Records })
const actorOf = (organization: string): Actor => ({
  organization,
  user: `ada@${organization}.test`,
  role: 'admin',
  scopes: new Set(scopes),
})
const large = actorOf('large')

/**
 * A campaign to 100,000 contacts of two lists that overlap, some of whom share an address: how long it takes to freeze, what others wait
 * meanwhile, how soon it stops, and whether its figures are those of its rows.
 */
export async function campaign(database: DatabaseName, seconds: number): Promise<Record<string, unknown>> {
  await using lab = await HostLab.open()
  const stage = await Stage.open()
  await using server = await rudeServer({ messagesPerConnection: 100 })
  const place = database === 'sqlite' ? join(lab.folder, 'campaign.sqlite') : await stage.database()
  const mail = { url: server.url, from: 'crm@load.test' }
  const engine = (await Engine.open({ storage: storageOf(place), mail, publicUrl: 'https://crm.test', ...unit.options })) as Engine<Api>
  try {
    const api = engine.as(large)
    const ids = await filled(engine)
    const lists = await Promise.all(['One', 'Two'].map((name) => api.lists.create({ name, object: 'contacts', type: 'static' })))
    const [first = '', second = ''] = lists.map(({ id }) => id)
    await members(engine, first, ids.slice(0, Math.floor(ids.length * 0.6)))
    await members(engine, second, ids.slice(Math.floor(ids.length * 0.4)))
    const { id } = await api.campaigns.create({
      name: 'Load',
      audience: { list_ids: [first, second] },
      subject: 'News for {{contact.first_name}}',
      html: '<p>News <a href="https://load.example/news">here</a></p>',
    })
    const loop = monitorEventLoopDelay({ resolution: 5 })
    const before = process.memoryUsage().rss / 1e6
    const other = writing(engine)
    const called = performance.now()
    const { recipients } = await api.campaigns.schedule({ id })
    const scheduleMs = performance.now() - called
    loop.enable()
    await engine.start()
    const started = performance.now()
    while (!(await isFrozen(engine, id))) {
      if (performance.now() - started > FREEZE_MOST_MS) throw new Error('It was not frozen')
      await after(50)
    }
    const freezeMs = performance.now() - started
    const freezing = { loop: summaryOf(loop), others: other.summary() }
    loop.reset()
    const sent = server.reached.size
    await after(seconds * 1000)
    const perSecond = (server.reached.size - sent) / seconds
    const paused = await stopping(server.reached, () => api.campaigns.pause({ id }))
    await api.campaigns.resume({ id })
    await after(2000)
    const cancelled = await stopping(server.reached, () => api.campaigns.cancel({ id }))
    const sending = { loop: summaryOf(loop), others: other.summary(), addedMb: process.memoryUsage().rss / 1e6 - before }
    await other.end()
    await settled(api, id)
    const { stats } = await api.campaigns.get({ id })
    const rows = await recount(engine, id)
    const faults = Object.entries(rows).filter(([status, count]) => Number(Reflect.get(stats ?? {}, status) ?? 0) !== count)
    const twice = [...server.reached.values()].filter((times) => times > 1).length
    return { recipients, scheduleMs, freezeMs, freezing, perSecond, paused, cancelled, sending, rows, stats, faults, twice }
  } finally {
    await engine.close()
    await stage.close()
  }
}

async function filled(engine: Engine<Api>): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < RECIPIENTS; from += PART) {
    await unit.run(
      engine,
      async ({ records }) => {
        const { now } = records.unit
        const common = {
          user_from: 'large',
          external_ids: [],
          created_by: large.user,
          created_via: 'user',
          created_at: now,
          updated_at: now,
        }
        const people = Array.from({ length: Math.min(PART, RECIPIENTS - from) }, (_, nth) => {
          const at = from + nth
          // The same address as that of the one before: once as people write it, once as it is sent.
          const email = at % 1000 < SHARED ? `c${at - (at % 2)}@${at % 2 ? 'xn--bcher-kva' : 'bücher'}.example` : `c${at}@large.example`
          return { ...initials(contactFields), ...common, id: v7(), primary_email: email, first_name: 'Ann', version: 1, created_in: null }
        })
        // Every other field has its initial value.
        await records.insert(Contact, people as Contact[])
        ids.push(...people.map(({ id }) => id))
      },
      large,
    )
  }
  return ids
}

async function members(engine: Engine<Api>, list_id: string, ids: readonly string[]): Promise<void> {
  const part = async (some: readonly string[]) =>
    await unit.run(
      engine,
      async ({ records }) => {
        const common = { user_from: 'large', list_id, object: 'contacts', added_by: large.user, added_at: records.unit.now }
        await records.insert(
          ListMember,
          some.map((record_id) => ({ id: v7(), record_id, ...common })),
        )
      },
      large,
    )
  for (let from = 0; from < ids.length; from += PART) await part(ids.slice(from, from + PART))
}

async function isFrozen(engine: Engine<Api>, id: string): Promise<boolean> {
  const [issue] = await unit.run(engine, ({ records }) => records.findBy(CampaignIssue, 'campaign_id', [id]), large)
  return issue !== undefined && issue.frozen_at !== null
}

/** Another organization writes a contact every 20 ms: how long each takes. */
function writing(engine: Engine<Api>) {
  const over = new AbortController()
  const api = engine.as(actorOf('small'))
  let times: number[] = []
  const running = (async () => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const from = performance.now()
      await api.contacts.create({ email: `s${at}@small.example` })
      times.push(performance.now() - from)
      await after(20)
    }
  })()
  return {
    summary() {
      const sorted = times.toSorted((a, b) => a - b)
      times = []
      const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
      return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
    },
    async end() {
      over.abort()
      await running
    },
  }
}

/** How long after the call the last message arrived, and how many came after its answer. */
async function stopping(reached: ReadonlyMap<string, number>, call: () => Promise<unknown>) {
  const called = performance.now()
  await call()
  const answeredMs = performance.now() - called
  const count = reached.size
  let [last, lastMs] = [count, answeredMs]
  while (performance.now() - called < 4000) {
    await after(10)
    if (reached.size > last) [last, lastMs] = [reached.size, performance.now() - called]
  }
  return { answeredMs: Math.round(answeredMs), lastMs: Math.round(lastMs), afterAnswer: last - count }
}

/** What was cancelled becomes so in steps. */
async function settled(api: Pick<Api, 'campaigns'>, id: string): Promise<void> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const { pending = 0 } = (await api.campaigns.get({ id })).stats ?? {}
    if (pending === 0) return
    await after(100)
  }
}

async function recount(engine: Engine<Api>, id: string): Promise<Record<string, number>> {
  const rows = await unit.run(
    engine,
    ({ records }) => records.columns(CampaignRecipient, ['status', 'address'], (query) => query.where('campaign_id', '=', id)),
    large,
  )
  const byStatus = Map.groupBy(rows, ({ status }) => status)
  const addresses = rows.flatMap(({ address }) => address ?? [])
  if (new Set(addresses).size !== addresses.length) throw new Error('An address is there twice')
  return { ...Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length])), recipients: rows.length }
}

function summaryOf(loop: ReturnType<typeof monitorEventLoopDelay>) {
  const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e6)
  return { p99: ms(loop.percentile(99)), max: ms(loop.max) }
}
