import type { Api } from 'rapport-crm'
import { pages } from 'rapport-crm/pages'
import { expect, it } from 'vitest'
import { Answers } from '../../automation/actions/answers.ts'
import { Endpoints } from '../../integration/webhooks/lab.ts'
import { campaignDesk } from '../../outreach/campaigns/desk.ts'
import { options as withUnits, sent, stored, visitor } from '../../outreach/engagement/messages.ts'
import { PostOffice } from '../../outreach/inbox/post-office.ts'
import { letter } from '../../outreach/reading/letters.ts'
import { mailDesk } from '../../outreach/sending/desk.ts'
import { TestClock } from '../../support/clock.ts'
import { describeStorages, type Opened } from '../../support/storages.ts'

type Some = Pick<Opened, 'api' | 'engine' | 'clock'>

/** Suspends `acme`, lets its work become due, and tells how much of it is done then, and after the suspension. */
async function whileAndAfter({ api, engine, clock }: Some, { due, done }: { due?: () => unknown; done: () => Promise<number> }) {
  await api.organization.update({ name: 'Acme' })
  await engine.access.suspendOrganization('acme')
  await due?.()
  const before = await done()
  for (let round = 0; round < 3; round += 1) {
    const next = await engine.tick()
    // What is due already would have a loop look again and again.
    expect(next === null || next > clock.now()).toBe(true)
    clock.advance('2 seconds')
  }
  const meanwhile = (await done()) - before
  await engine.access.resumeOrganization('acme')
  for (let round = 0; round < 3; round += 1) {
    await engine.tick()
    clock.advance('2 seconds')
  }
  return { meanwhile, after: (await done()) - before }
}

const PAUSED = { meanwhile: 0, after: 1 }

async function workflowOf(api: Api, workflow: Partial<Parameters<Api['workflows']['create']>[0]>) {
  const { id } = await api.workflows.create({
    name: 'W',
    trigger: { type: 'contact.created', config: {} },
    steps: [{ type: 'stop' }],
    ...workflow,
  })
  await api.workflows.activate({ id })
  return {
    runs: async () => (await api.workflowRuns.list({ workflow_id: id })).workflow_runs.length,
    ended: async () =>
      (await api.workflowRuns.list({ workflow_id: id })).workflow_runs.filter(({ status }) => status === 'completed').length,
  }
}

describeStorages('the background work of a suspended organization waits and goes on afterwards', (open) => {
  it('deliveries of webhooks', async () => {
    const clock = new TestClock()
    const endpoints = new Endpoints(clock)
    const opened = await open({ clock, ports: [endpoints] })
    const { api, engine } = opened
    await api.webhooks.create({ url: 'https://erp.test/hook', events: ['contact.created'] })
    await engine.access.createOrganization({ id: 'club', admin: 'eve@club.test' })
    await engine.access.suspendOrganization('club')
    const due = async () => await api.contacts.create({ email: 'ann@x.test' })
    expect(await whileAndAfter(opened, { due, done: async () => endpoints.sent.length })).toEqual(PAUSED)
  })

  it('runs of workflows', async () => {
    const opened = await open()
    const { ended } = await workflowOf(opened.api, {})
    const due = async () => await opened.api.contacts.create({ email: 'ann@x.test' })
    expect(await whileAndAfter(opened, { due, done: ended })).toEqual(PAUSED)
  })

  it('schedules of workflows, which fire late', async () => {
    const opened = await open()
    const { runs } = await workflowOf(opened.api, { trigger: { type: 'schedule', config: { frequency: 'daily', time: '09:00' } } })
    expect(await whileAndAfter(opened, { due: () => opened.clock.advance('25 hours'), done: runs })).toEqual(PAUSED)
  })

  it('timers of workflows', async () => {
    const opened = await open()
    const { runs } = await workflowOf(opened.api, { trigger: { type: 'deal.rotting', config: { days: 3 } } })
    await opened.api.deals.create({ name: 'Press', stage_id: 'negotiation' })
    await opened.engine.tick()
    expect(await whileAndAfter(opened, { due: () => opened.clock.advance('4 days'), done: runs })).toEqual(PAUSED)
  })

  it('calls of workflows', async () => {
    const http = new Answers()
    http.with({ status: 503 })
    const opened = await open({ ports: [http] })
    const { ended } = await workflowOf(opened.api, { steps: [{ type: 'http_request', config: { url: 'https://acme.test' } }] })
    await opened.api.contacts.create({ email: 'ann@x.test' })
    await opened.engine.tick()
    http.with({ status: 200 })
    expect(await whileAndAfter(opened, { due: () => opened.clock.advance('1 day'), done: ended })).toEqual(PAUSED)
  })

  it('jobs', async () => {
    const opened = await open()
    const { api } = opened
    await api.contacts.create({ email: 'ann@x.test' })
    const { id } = await api.exports.create({ object: 'contacts' })
    const done = async () => Number((await api.exports.get({ id })).state === 'done')
    expect(await whileAndAfter(opened, { done })).toEqual(PAUSED)
  })

  it('deadlines', async () => {
    const opened = await open()
    const { api, clock } = opened
    await api.tasks.create({ title: 'Call', due_at: new Date(clock.now().getTime() + 60_000).toISOString() })
    const done = async () => (await api.events.list({ type: 'task.overdue' })).events.length
    expect(await whileAndAfter(opened, { due: () => clock.advance('1 hour'), done })).toEqual(PAUSED)
  })

  it('the expiry of quotes', async () => {
    const opened = await open()
    const { api, clock } = opened
    const day = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const { id } = await api.quotes.create({ title: 'Chairs', lines: [{ name: 'Chair', quantity: 1, unit_price: 5 }], valid_until: day })
    await api.quotes.send({ id })
    const due = () => clock.advance('4 days')
    const done = async () => (await api.events.list({ type: 'quote.expired' })).events.length
    const paused = await whileAndAfter(opened, { due, done })
    // It looks once a minute.
    clock.advance('2 minutes')
    await opened.engine.tick()
    expect([paused.meanwhile, await done()]).toEqual([0, 1])
  })

  it('requests that were received', async () => {
    const opened = await open()
    const { api, engine } = opened
    const mapping = { object: 'contacts', fields: { email: 'email' } } as const
    const hook = await api.inboundWebhooks.create({ name: 'Booking', mapping })
    const body = JSON.stringify({ email: 'ann@x.test' })
    const headers = { 'content-type': 'application/json' }
    await pages(engine).fetch(new Request(`https://crm.test${hook.url}`, { method: 'POST', headers, body }))
    expect(await whileAndAfter(opened, { done: async () => (await api.contacts.list()).contacts.length })).toEqual(PAUSED)
  })

  it('e-mails', async () => {
    await using desk = await mailDesk(open)
    const { clock, queue, server } = desk
    await queue({ key: '1', to: ['ann@x.test'], due: new Date(clock.now().getTime() + 60_000) })
    expect(await whileAndAfter(desk, { due: () => clock.advance('1 hour'), done: async () => server.taken.length })).toEqual(PAUSED)
  })

  it('campaigns', async () => {
    const desk = await campaignDesk(open)
    await desk.contacts('ann@x.test')
    const { id } = await desk.campaign()
    const due = async () => await desk.api.campaigns.schedule({ id })
    expect(await whileAndAfter(desk, { due, done: async () => desk.addresses().length })).toEqual(PAUSED)
  })

  it('the reading of mailboxes', async () => {
    const office = await PostOffice.open(open)
    const { opened } = office
    const read = async () => (await office.emails()).length
    await office.contact('kim@theirs.example')
    const due = () => {
      office.put(letter('Hello', { From: 'kim@theirs.example', To: 'ada@ours.example', 'Message-ID': '<1@theirs.example>' }))
      opened.clock.advance('11 minutes')
    }
    expect(await whileAndAfter(opened, { due, done: read })).toEqual(PAUSED)
  })

  it('opens and clicks', async () => {
    const opened = await open(withUnits)
    const { engine, api, clock } = opened
    const { id } = await api.contacts.create({ email: 'ann@x.test' })
    const { email, out } = await sent(engine, clock, { lead_id: id })
    clock.advance('1 minute')
    await visitor(engine)(/https:\/\/crm\.example\/t\/o\/[^"]+/.exec(out.html)![0])
    const done = async () => (await stored(engine, email.id)).open_count
    expect(await whileAndAfter(opened, { due: () => clock.advance('1 hour'), done })).toEqual(PAUSED)
  })
})
