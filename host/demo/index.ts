import { Engine, Http } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { sqlite } from 'rapport-crm/sqlite'
import { type Receiver, receiver } from 'rapport-crm/testing'
import { plugins } from '../plugins.ts'
import { Api } from './api.ts'
import { type Batch, batches } from './batches.ts'
import { outreach } from './outreach.ts'
import { Report } from './report.ts'

interface Counts {
  readonly created: number
  readonly updated: number
  readonly rejected: readonly { readonly index: number; readonly reason: string }[]
}

interface Invoice {
  readonly id: string
  readonly number: string
  readonly issue_date: string
  readonly due_date: string
  readonly total_excl_tax: number
  readonly total_incl_tax: number
  readonly currency: string
  readonly company_id: string | null
  readonly lines: readonly { readonly sku: string; readonly quantity: number; readonly total_excl_tax: number }[]
}

interface Event {
  readonly id: number
  readonly type: string
  readonly entity_id: string
}

const TYPES = ['company.created', 'contact.created']

/** `rapport demo`: shows the main features in memory; returns 0 if everything worked. */
export async function demo(): Promise<number> {
  const report = new Report()
  const inbox = await receiver()
  const outgoing = new Http({ allow: ['127.0.0.1/32'], ca: inbox.ca })
  const engine = await Engine.open({ storage: sqlite(':memory:'), plugins, ports: [outgoing] })
  try {
    await engine.start()
    const { key = '' } = await engine.access.bootstrap()
    const { fetch } = http(engine)
    const api = new Api(fetch, key)
    report.title(`An engine in memory; a webhook for ${TYPES.join(' and ')} to ${inbox.url}`)
    const { secret } = await api.post<{ secret: string }>('/webhooks', { url: inbox.url, events: TYPES })
    inbox.trust(secret)
    for (const batch of batches) {
      // A key can push for one source only.
      const source = await engine.access.createKey({ name: batch.title })
      await sendTwice(new Api(fetch, source.key), batch, report)
    }
    for (const batch of batches) await compare(api, batch, report)
    await follow(api, inbox, report)
  } finally {
    await engine.close()
    await inbox.close()
  }
  await outreach(report)
  return report.end()
}

async function sendTwice(api: Api, { title, provider, records }: Batch, report: Report): Promise<void> {
  const batch = { provider, object: 'invoices', records }
  report.title(
    `${title}: ${records.length} of its invoices, under its own field names (${Object.keys(records[0] ?? {})
      .slice(0, 4)
      .join(', ')}, ...)`,
  )
  const first = await api.post<Counts>('/sync/ingest', batch)
  for (const { index, reason } of first.rejected) report.line(`record ${index}: ${reason}`)
  report.promise(
    `${first.created} created, ${first.rejected.length} rejected`,
    first.created === records.length && first.rejected.length === 0,
  )
  const before = await eventCount(api)
  const again = await api.post<Counts>('/sync/ingest', batch)
  const events = (await eventCount(api)) - before
  const idle = again.created + again.updated + again.rejected.length + events === 0
  report.promise(`the same batch again: ${again.created} created, ${again.updated} updated, ${events} events`, idle)
}

async function compare(api: Api, { title, expected }: Batch, report: Report): Promise<void> {
  report.title(`${title}: how they were read`)
  const { invoices } = await api.get<{ invoices: { id: string; number: string }[] }>('/invoices?limit=200')
  for (const { customer, invoice: wanted } of expected) {
    const header = invoices.find(({ number }) => number === wanted[0])
    if (!header) {
      report.promise(`${wanted[0]} exists`, false)
      continue
    }
    const { number, issue_date, due_date, total_excl_tax, total_incl_tax, currency, company_id, lines } = await api.get<Invoice>(
      `/invoices/${header.id}`,
    )
    const { name } = company_id ? await api.get<{ name: string }>(`/companies/${company_id}`) : { name: 'nobody' }
    const money = `${total_excl_tax.toFixed(2)} net, ${total_incl_tax.toFixed(2)} gross ${currency}`
    const found = [number, issue_date, due_date, total_excl_tax, total_incl_tax]
    report.promise(
      `${number} of ${issue_date}, due ${due_date}, ${money}, for ${name}`,
      found.join() === wanted.join() && name === customer,
    )
    const sum = lines.reduce((total, line) => total + line.total_excl_tax, 0)
    report.promise(
      `  its lines: ${lines.map(({ quantity, sku }) => `${quantity} x ${sku}`).join(', ')}`,
      lines.length > 0 && Math.abs(sum - total_excl_tax) < 0.005,
    )
  }
}

async function follow(api: Api, inbox: Receiver, report: Report): Promise<void> {
  const events = await eventsOf(api)
  report.title(`Every change is an event, and every event reaches the webhook`)
  const arrived = new Set<string>()
  let signed = 0
  for (let i = 0; i < events.length; i++) {
    const { body, verified } = await inbox.next({ timeoutMs: 10_000 })
    const { id, type, data } = body as { id: string; type: string; data: { record?: { name?: string | null } } }
    arrived.add(id)
    if (verified) signed += 1
    report.line(`${type}  ${data.record?.name ?? ''}`)
  }
  const customers = batches.reduce((sum, { expected }) => sum + expected.length, 0)
  report.promise(
    `${customers} customers were created, one company.created each`,
    events.filter(({ type }) => type === 'company.created').length === customers,
  )
  report.promise(
    `${arrived.size} of ${events.length} events arrived`,
    events.every(({ id }) => arrived.has(`evt_${id}`)),
  )
  report.promise(`${signed} of ${events.length} deliveries carry a valid signature`, signed === events.length)
}

async function eventsOf(api: Api): Promise<readonly Event[]> {
  const { events } = await api.get<{ events: readonly Event[] }>('/events?limit=500')
  return events.filter(({ type }) => TYPES.includes(type))
}

async function eventCount(api: Api): Promise<number> {
  const { events } = await api.get<{ events: readonly { readonly type: string }[] }>('/events?limit=500')
  // By the clock, whenever it looks: no call makes these.
  return events.filter(({ type }) => type !== 'invoice.overdue').length
}
