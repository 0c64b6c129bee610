import { type Api, Engine } from 'rapport-crm'
import { pages } from 'rapport-crm/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { eventsOf, type Stored, withEvents } from '../../support/event-probe.ts'
import { ada, newPlace } from '../../support/storages.ts'

/** What one write is told as: types with what they say, in their order. */
type Told = readonly (readonly [type: string, data?: Readonly<Record<string, unknown>>])[]
interface World {
  readonly api: Api
  readonly ids: Record<string, string>
  pass(time: Parameters<TestClock['advance']>[0]): Promise<void>
  view(token: string): Promise<void>
}
interface Step {
  readonly what: string
  readonly act: (world: World) => Promise<unknown>
  readonly told: Told
  /** A create or a report is another one when it is made again. */
  readonly once?: true
}

// Their records and senders come from outside of this engine; whatever can be written here makes none of them.
const fromOutside = [
  'contact.email_opened',
  'contact.email_clicked',
  'contact.website_visit',
  'email.sent',
  'email.opened',
  'email.clicked',
  'email.failed',
]
const laterRecords = [
  'sequence.enrolled',
  'sequence.completed',
  'sequence.exited',
  'webhook.received',
  'form.submitted',
  'workflow.enrolled',
]

const changed = (...fields: string[]) => ['contact.property_changed', { changed: fields }] as const
const dealChanged = (...fields: string[]) => ['deal.property_changed', { changed: fields }] as const

const contact = (fields: object) => (world: World) => world.api.contacts.update({ id: world.ids['contact']!, ...fields })
const company = (fields: object) => (world: World) => world.api.companies.update({ id: world.ids['company']!, ...fields })
const deal = (fields: object) => (world: World) => world.api.deals.update({ id: world.ids['deal']!, ...fields })
const log =
  (fields: { type: 'note' | 'meeting' | 'email' | 'whatsapp' | 'linkedin' | 'call'; direction?: 'in' | 'out' }) => (world: World) =>
    world.api.activities.log({ subject: 'Said', ...fields, lead_id: world.ids['contact']! })
const quote =
  (act: 'accept' | 'decline') =>
  async ({ api, ids }: World) => {
    const lines = [{ name: 'Work', unit_price: 5 }]
    ids[act] ??= (await api.quotes.create({ lines })).id
    await api.quotes.send({ id: ids[act] })
  }
const make = (kind: string, create: (world: World) => Promise<{ id: string }>) => async (world: World) => {
  world.ids[kind] = (await create(world)).id
}

const steps: readonly Step[] = [
  {
    what: 'a company that is made',
    act: make('company', ({ api }) => api.companies.create({ name: 'Forge' })),
    told: [['company.created', { name: 'Forge' }]],
    once: true,
  },
  { what: 'its lifecycle', act: company({ lifecycle_stage: 'lead' }), told: [['company.lifecycle_changed', { from: null, to: 'lead' }]] },
  { what: 'another field of it', act: company({ industry: 'Iron' }), told: [] },
  {
    what: 'a contact that is made',
    act: make('contact', ({ api, ids }) => api.contacts.create({ first_name: 'Ann', company_id: ids['company']! })),
    told: [['contact.created', { name: 'Ann' }]],
    once: true,
  },
  {
    what: 'its stage',
    act: contact({ pipeline_stage: 'New' }),
    told: [['contact.stage_changed', { from: null, to: 'New' }], changed('pipeline_stage')],
  },
  {
    what: 'its status',
    act: contact({ lead_status: 'open' }),
    told: [['contact.status_changed', { from: null, to: 'open' }], changed('lead_status')],
  },
  {
    what: 'its lifecycle',
    act: contact({ lifecycle_stage: 'customer' }),
    told: [['contact.lifecycle_changed', { from: null, to: 'customer' }], changed('lifecycle_stage')],
  },
  { what: 'its score', act: contact({ lead_score: 60 }), told: [['contact.score_changed', { from: 0, to: 60 }], changed('lead_score')] },
  {
    what: 'its owner',
    act: contact({ assigned_to: 'eve@acme.test' }),
    told: [['contact.owner_changed', { from: null, to: 'eve@acme.test' }], changed('assigned_to')],
  },
  {
    what: 'an invitation that is accepted',
    act: contact({ linkedin_connection_status: 'connected' }),
    told: [['contact.linkedin_connected', { to: 'connected' }]],
  },
  {
    what: 'its tags',
    act: contact({ tags: ['vip'] }),
    told: [['contact.tags_changed', { from: [], to: ['vip'], added: ['vip'], removed: [] }], changed('tags')],
  },
  {
    what: 'all watched fields at once',
    act: contact({ title: 'CEO', phone: '+49301', country: 'DE', city: 'Kiel', do_not_contact: true, custom_properties: { a: 1 } }),
    told: [changed('title', 'phone', 'country', 'city', 'do_not_contact', 'custom_properties')],
  },
  { what: 'a field that is not watched', act: contact({ first_name: 'Anne' }), told: [] },
  {
    what: 'a consent that is taken back',
    act: ({ api, ids }) => api.contacts.unsubscribe({ id: ids['contact']!, topic: 'news' }),
    told: [['contact.unsubscribed', { topic: 'news' }]],
  },
  { what: 'a note', act: log({ type: 'note' }), told: [['contact.note_added', { subject: 'Said' }]], once: true },
  { what: 'a meeting', act: log({ type: 'meeting' }), told: [['contact.meeting_booked']], once: true },
  {
    what: 'an e-mail in',
    act: log({ type: 'email', direction: 'in' }),
    told: [['contact.email_received'], ['contact.replied']],
    once: true,
  },
  { what: 'an e-mail out', act: log({ type: 'email', direction: 'out' }), told: [['contact.email_sent', { nth: 1 }]], once: true },
  {
    what: 'a message in',
    act: log({ type: 'whatsapp', direction: 'in' }),
    told: [['contact.message_received'], ['contact.replied']],
    once: true,
  },
  { what: 'a message out', act: log({ type: 'linkedin', direction: 'out' }), told: [['contact.message_sent']], once: true },
  { what: 'a call', act: log({ type: 'call' }), told: [], once: true },
  {
    what: 'a deal that is made',
    act: make('deal', ({ api }) => api.deals.create({ name: 'Anvils', amount: 5, close_date: '2026-12-31' })),
    told: [['deal.created', { name: 'Anvils', from: null, to: null }]],
    once: true,
  },
  { what: 'its amount', act: deal({ amount: 7 }), told: [['deal.amount_changed', { from: 5, to: 7 }], dealChanged('amount')] },
  {
    what: 'its owner',
    act: deal({ owner_email: 'eve@acme.test' }),
    told: [['deal.owner_changed', { from: 'ada@acme.test', to: 'eve@acme.test' }], dealChanged('owner_email')],
  },
  { what: 'its next step', act: deal({ next_step: 'Call' }), told: [dealChanged('next_step')] },
  { what: 'a field that is not watched', act: deal({ description: 'Heavy' }), told: [] },
  {
    what: 'its stage',
    act: deal({ stage_id: 'demo' }),
    told: [['deal.stage_changed', { from: 'qualification', to: 'demo' }], dealChanged('stage_id', 'probability')],
  },
  {
    what: 'its win',
    act: ({ api, ids }) => api.deals.win({ id: ids['deal']! }),
    told: [
      ['deal.stage_changed', { from: 'demo', to: 'won' }],
      ['deal.won', { from: 'demo', to: 'won' }],
      dealChanged('stage_id', 'status', 'probability'),
    ],
  },
  {
    what: 'that it is open again',
    act: deal({ stage_id: 'demo' }),
    told: [
      ['deal.stage_changed', { from: 'won', to: 'demo' }],
      ['deal.reopened', { from: 'won', to: 'demo' }],
      dealChanged('stage_id', 'status', 'probability'),
    ],
  },
  {
    what: 'its loss',
    act: ({ api, ids }) => api.deals.lose({ id: ids['deal']!, lost_reason: 'Price' }),
    told: [
      ['deal.stage_changed', { from: 'demo', to: 'lost' }],
      ['deal.lost', { from: 'demo', to: 'lost' }],
      dealChanged('stage_id', 'status', 'probability'),
    ],
  },
  {
    what: 'another deal',
    act: make('late', ({ api }) => api.deals.create({ name: 'Late', close_date: '2026-01-20' })),
    told: [['deal.created']],
    once: true,
  },
  {
    what: 'a task that is made',
    act: make('task', ({ api }) => api.tasks.create({ title: 'Call', due_at: '2026-01-25T09:00:00Z' })),
    told: [['task.created', { title: 'Call' }]],
    once: true,
  },
  { what: 'six days', act: ({ pass }) => pass('6 days'), told: [['deal.overdue', { name: 'Late' }]], once: true },
  { what: 'a week more', act: ({ pass }) => pass('7 days'), told: [['task.overdue', { title: 'Call' }]], once: true },
  { what: 'two weeks more', act: ({ pass }) => pass('14 days'), told: [['deal.rotting', { name: 'Late' }]], once: true },
  { what: 'a minute more, when all is told', act: ({ pass }) => pass('1 minute'), told: [] },
  {
    what: 'a task that is done',
    act: ({ api, ids }) => api.tasks.complete({ id: ids['task']!, outcome: 'Done' }),
    told: [['task.completed', { from: 'open', to: 'completed', outcome: 'Done' }]],
  },
  { what: 'a quote that is sent', act: quote('accept'), told: [['quote.sent', { from: 'draft', to: 'sent' }]] },
  {
    what: 'its first view',
    act: async ({ api, ids, view }) => view((await api.quotes.get({ id: ids['accept']! })).public_token ?? ''),
    told: [['quote.viewed', { from: 'sent', to: 'viewed' }]],
  },
  {
    what: 'its acceptance',
    act: ({ api, ids }) => api.quotes.accept({ id: ids['accept']!, name: 'Ann' }).catch(() => null),
    told: [['quote.accepted', { from: 'viewed', to: 'accepted' }]],
  },
  { what: 'another quote that is sent', act: quote('decline'), told: [['quote.sent']] },
  {
    what: 'its refusal',
    act: ({ api, ids }) => api.quotes.decline({ id: ids['decline']!, reason: 'Price' }).catch(() => null),
    told: [['quote.declined', { from: 'sent', to: 'declined', decline_reason: 'Price' }]],
  },
  {
    what: 'a contact that is deleted',
    act: ({ api, ids }) => api.contacts.delete({ id: ids['contact']! }).catch(() => null),
    told: [['contact.deleted']],
  },
]

describe.each(['SQLite memory', 'SQLite file', 'PostgreSQL'] as const)('every change is an event (%s)', (name) => {
  const clock = new TestClock()
  const ends: (() => Promise<void>)[] = []
  let engine: Engine
  let world: World
  let known = 0

  beforeAll(async () => {
    const place = await newPlace(name)
    engine = (await Engine.open({ storage: place.storage(), ports: [clock], ...withEvents })) as Engine
    ends.push(
      () => engine.close(),
      () => place.remove(),
    )
    const { fetch } = pages(engine)
    world = {
      api: engine.as(ada),
      ids: {},
      async pass(time) {
        clock.advance(time)
        await engine.tick()
      },
      view: async (token) =>
        void (await fetch(new Request(`http://crm.test/q/${token}`, { headers: { 'user-agent': 'Mozilla/5.0' } }))).body?.cancel(),
    }
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const news = async (): Promise<Stored[]> => {
    const all = await eventsOf(engine)
    return all.slice(known, (known = all.length))
  }

  it.each(steps)('$what', async ({ act, told, once }) => {
    await act(world)
    const events = await news()
    expect(events.map(({ type }) => type)).toEqual(told.map(([type]) => type))
    for (const [at, [, data]] of told.entries()) if (data) expect(events[at]?.payload).toMatchObject(data)
    // What is so already is no change, and no event.
    if (once) return
    await act(world)
    expect((await news()).map(({ type }) => type)).toEqual([])
  })

  it('and this test knows every type of the contract', () => {
    const shown = new Set(steps.flatMap(({ told }) => told.map(([type]) => type)))
    expect(
      [...engine.registry.eventTypes]
        .filter(([type, { extension }]) => !extension && !shown.has(type))
        .map(([type]) => type)
        .toSorted(),
    ).toEqual([...fromOutside, ...laterRecords].toSorted())
  })
})
