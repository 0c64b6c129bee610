import { Http } from 'rapport-crm'
import { expect, it } from 'vitest'
import { recipes } from '../../../core/automation/workflows/recipes/recipes.ts'
import type { HttpOutcome, HttpRequest } from '../../../core/kernel/ports/http.ts'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

class Recorded extends Http {
  readonly sent: HttpRequest[] = []
  override send(request: HttpRequest): Promise<HttpOutcome> {
    this.sent.push(request)
    return Promise.resolve({ status: 200, error: null, terminal: false, response: 'ok', durationMs: 3, retryAfter: null })
  }
}

async function made(api: Opened['api'], recipe: string, values: Record<string, unknown> = {}): Promise<string> {
  const known = recipes.find(({ id }) => id === recipe)
  const { id, name, description } = await api.workflows.create({ recipe, values })
  expect([name, description]).toEqual([known?.name, known?.description])
  await api.workflows.activate({ id })
  return id
}

async function pathsOf({ api }: Opened, workflow_id: string): Promise<string[]> {
  const [run] = (await api.workflowRuns.list({ workflow_id })).workflow_runs
  const { steps, status } = await api.workflowRuns.get({ id: run?.id ?? '' })
  return [status, ...steps.map((each) => `${each.path} ${each.reason ?? each.status}`)]
}

async function days({ engine, clock }: Opened, count: number): Promise<void> {
  await engine.tick()
  for (let day = 0; day < count; day += 1) {
    clock.advance('1 day')
    await engine.tick()
  }
}

const titlesOf = async ({ api }: Opened) => (await api.tasks.list({ limit: 100 })).tasks.map(({ title }) => title).toSorted()
const toldOf = async ({ api }: Opened) => (await api.notifications.list({})).notifications.map(({ title }) => title)

describeStorages('recipes', (open) => {
  it('route new leads: to teammates in turn, with a task and a notification', async () => {
    const opened = await open()
    const { api } = opened
    for (const email of ['bob@acme.test', 'eve@acme.test', 'joe@acme.test']) await api.users.invite({ email })
    const id = await made(api, 'lead_routing', { owners: 'eve@acme.test, bob@acme.test' })
    const first = await api.contacts.create({ email: 'grace@example.com', first_name: 'Grace' })
    const second = await api.contacts.create({ email: 'alan@example.com', first_name: 'Alan' })
    const owned = await api.contacts.create({ email: 'mary@example.com', assigned_to: 'joe@acme.test' })
    await days(opened, 0)
    const owners = await Promise.all([first, second, owned].map(async (each) => (await api.contacts.get({ id: each.id })).assigned_to))
    expect(owners.slice(0, 2).toSorted()).toEqual(['bob@acme.test', 'eve@acme.test'])
    expect(owners[2]).toBe('joe@acme.test')
    expect(await titlesOf(opened)).toEqual(['Call Alan', 'Call Grace'])
    expect(await pathsOf(opened, id)).toEqual(['completed', 'assign done', 'call done', 'tell done'])
  })

  it('follow quotes up that nobody views or accepts', async () => {
    const opened = await open()
    const { api } = opened
    const id = await made(api, 'quote_follow_up')
    const contact = await api.contacts.create({ email: 'grace@example.com' })
    const lines = [{ description: 'Chair', quantity: 1, unit_price: 100 }]
    const quote = await api.quotes.create({ lead_id: contact.id, lines })
    await api.quotes.send({ id: quote.id })
    await days(opened, 4)
    expect(await pathsOf(opened, id)).toEqual(['completed', 'viewed timeout', 'was_viewed done', 'was_viewed.no.check done', 'tell done'])
    expect((await titlesOf(opened))[0]).toMatch(/^Ask whether quote .+ has arrived$/)
  })
})

describeStorages(
  'recipes',
  (open) => {
    it('bring stale deals back to their owner, and then to the manager', async () => {
      const opened = await open()
      const { api } = opened
      const id = await made(api, 'stale_deal', { patience_days: 2, manager: ada.user })
      await api.deals.create({ name: 'Chairs', amount: 100 })
      await days(opened, 20)
      expect(await titlesOf(opened)).toEqual(['Get Chairs moving again'])
      expect(await pathsOf(opened, id)).toEqual([
        'completed',
        'follow_up done',
        'tell_owner done',
        'wait timeout',
        'still_stale done',
        'still_stale.yes.tell_manager done',
      ])
      expect(await toldOf(opened)).toContain('Chairs is stuck')
    })

    it('hand over won deals: customers, a note and a kick-off', async () => {
      const opened = await open()
      const { api } = opened
      const id = await made(api, 'won_deal_handover')
      const company = await api.companies.create({ name: 'Acme' })
      const contact = await api.contacts.create({ email: 'grace@example.com', company_id: company.id })
      const deal = await api.deals.create({ name: 'Chairs', amount: 100, primary_lead_id: contact.id, company_id: company.id })
      await api.deals.win({ id: deal.id })
      await days(opened, 0)
      expect(await pathsOf(opened, id)).toEqual(['completed', 'contact done', 'company done', 'note done', 'kick_off done', 'tell done'])
      expect((await api.contacts.get({ id: contact.id })).lifecycle_stage).toBe('customer')
      expect((await api.companies.get({ id: company.id })).lifecycle_stage).toBe('customer')
      expect(await titlesOf(opened)).toEqual(['Kick-off for Chairs'])
    })

    it('remind of unpaid invoices, and again', async () => {
      const opened = await open()
      const { api } = opened
      const id = await made(api, 'unpaid_invoice_reminder', { patience_days: 3 })
      const company = await api.companies.create({ name: 'Acme' })
      const lines = [{ description: 'Chair', quantity: 1, unit_price: 100 }]
      await api.invoices.create({ number: 'R-1', company_id: company.id, due_date: '2026-01-16', lines, status: 'sent' })
      await days(opened, 6)
      const titles = await titlesOf(opened)
      expect(titles).toHaveLength(2)
      expect(titles[0]).toContain('invoice R-1 is still unpaid')
      expect(titles[1]).toMatch(/^Remind Acme of invoice R-1: \d+ EUR$/)
      expect(await pathsOf(opened, id)).toEqual([
        'completed',
        'remind done',
        'wait timeout',
        'paid done',
        'paid.no.call done',
        'paid.no.tell done',
      ])
    })

    it('ask for another meeting after a no-show', async () => {
      const opened = await open()
      const { api } = opened
      const id = await made(api, 'meeting_no_show')
      const contact = await api.contacts.create({ email: 'grace@example.com', first_name: 'Grace', lead_score: 20 })
      await api.activities.logMeeting({ subject: 'Demo', lead_id: contact.id, outcome: 'held' })
      await api.activities.logMeeting({ subject: 'Demo', lead_id: contact.id, outcome: 'no_show' })
      opened.clock.advance('1 minute')
      await days(opened, 3)
      expect(await pathsOf(opened, id)).toEqual([
        'completed',
        'write no_mailbox',
        'booked timeout',
        'was_booked done',
        'was_booked.no.call done',
        'was_booked.no.score done',
      ])
      expect((await api.workflows.stats({ id })).enrolled).toBe(1)
      expect((await api.contacts.get({ id: contact.id })).lead_score).toBe(15)
    })

    it('post inbound leads to Slack', async () => {
      const http = new Recorded()
      const opened = await open({ ports: [http] })
      const { api } = opened
      await made(api, 'inbound_lead_to_slack', { webhook_url: 'https://hooks.example.com/services/x' })
      const contact = await api.contacts.create({ email: 'grace@example.com', first_name: 'Grace', company: 'Navy' })
      const fields = [{ name: 'email', type: 'email' as const, required: true, maps_to: 'contact.email' }]
      const form = await api.forms.create({ name: 'Contact us', fields })
      const { contact_id } = await api.forms.submit({ id: form.id, values: { email: 'grace@example.com' } })
      expect(contact_id).toBe(contact.id)
      await days(opened, 0)
      expect(http.sent.map(({ url, body }) => [url, JSON.parse(String(body))])).toEqual([
        ['https://hooks.example.com/services/x', { text: 'New inbound lead: Grace (grace@example.com), Navy' }],
      ])
      expect((await api.contacts.get({ id: contact.id })).tags).toEqual(['inbound'])
    })

    it('lower scores of contacts with whom nothing happens', async () => {
      const opened = await open()
      const { api } = opened
      const id = await made(api, 'score_decay', { quiet_days: 14, points: -10 })
      const quiet = await api.contacts.create({ email: 'grace@example.com', lead_score: 50 })
      const low = await api.contacts.create({ email: 'alan@example.com', lead_score: 10 })
      await days(opened, 21)
      expect((await api.contacts.get({ id: quiet.id })).lead_score).toBe(40)
      expect((await api.contacts.get({ id: low.id })).lead_score).toBe(10)
      expect((await api.workflows.stats({ id })).enrolled).toBe(1)
    })

    it('are listed with what they take, and made with what is given', async () => {
      const { api } = await open()
      const listed = (await api.workflows.recipes()).recipes
      expect(listed.map(({ id }) => id)).toEqual(recipes.map(({ id }) => id))
      expect(listed).toHaveLength(8)
      const slack = listed.find(({ id }) => id === 'inbound_lead_to_slack')
      expect(slack).toMatchObject({ values: { required: ['webhook_url'], properties: { tag: { default: 'inbound' } } } })
      const own = await api.workflows.create({ recipe: 'lead_routing', name: 'Ours', description: 'Mine', values: { due_in_days: 3 } })
      expect(own).toMatchObject({ name: 'Ours', description: 'Mine', status: 'draft', trigger: { type: 'contact.created' } })
      expect(own.steps.map(({ id, config }) => [id, config])).toMatchObject([
        ['assign', { mode: 'round_robin' }],
        ['call', { due_in_days: 3 }],
        ['tell', {}],
      ])
      expect(own.steps[0]?.config).not.toHaveProperty('owner')
      const refused = async (input: object) => {
        // What is wrong is the point.
        const error: unknown = await api.workflows.create(input as never).catch((each: unknown) => each)
        return ((error as { details?: { errors?: { path: string; code: string }[] } }).details?.errors ?? []).map(
          (each) => `${each.path} ${each.code}`,
        )
      }
      expect(await refused({ recipe: 'inbound_lead_to_slack' })).toEqual(['/values/webhook_url required'])
      expect(await refused({ recipe: 'inbound_lead_to_slack', values: { webhook_url: 'https://a.test', colour: 1 } })).toEqual([
        '/values/colour unknown_field',
      ])
      expect(await refused({ recipe: 'lead_rooting' })).toEqual(['/recipe not_allowed'])
      expect(await refused({ recipe: 'lead_routing', steps: [] })).toEqual(['/steps not_allowed'])
      expect(await refused({ name: 'A', values: {} })).toEqual(['/values not_allowed'])
      expect(await refused({})).toEqual(['/name required'])
    })
  },
  ['SQLite memory'],
)
