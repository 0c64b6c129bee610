import { type Actor, type AnyOperation, type Api, type CrmError, type Engine, scopes } from 'rapport-crm'
import { describe, expect, it } from 'vitest'
import { ada, describeStorages } from '../support/storages.ts'

const bob: Actor = { organization: 'acme', user: 'bob@acme.test', role: 'member', scopes: new Set(scopes), visibility: 'own' }
const names = ['SQLite memory', 'PostgreSQL'] as const

/** One record of each kind with an owner; every text says whose it is, and amounts of several owners cannot be mistaken. */
async function fill(api: Api, owner: string, word: string, amount: number): Promise<Record<string, string>> {
  const company = await api.companies.create({
    name: `${word} Ltd`,
    domain: `${word}.example`,
    vat_number: `DE${amount}`,
    owner_email: owner,
  })
  const contact = await api.contacts.create({
    email: `ann@${word}.example`,
    first_name: word,
    last_name: 'Person',
    phone: `+4930${amount}`,
    assigned_to: owner,
  })
  const about = { company_id: company.id, lead_id: contact.id, owner_email: owner }
  const lines = [{ name: `${word} work`, quantity: 1, unit_price: amount }]
  const deal = await api.deals.create({
    name: `${word} deal`,
    amount,
    company_id: company.id,
    primary_lead_id: contact.id,
    owner_email: owner,
  })
  const task = await api.tasks.create({ title: `${word} task`, due_at: '2026-01-15T08:00:00Z', deal_id: deal.id, ...about })
  const activity = await api.activities.log({ type: 'call', subject: `${word} call`, deal_id: deal.id, ...about })
  const quote = await api.quotes.create({ title: `${word} quote`, deal_id: deal.id, lines, ...about })
  const order = await api.orders.create({ deal_id: deal.id, lines, ...about })
  const invoice = await api.invoices.create({ status: 'sent', issue_date: '2025-11-01', due_date: '2025-12-01', lines, ...about })
  const note = await api.creditNotes.create({ reason: 'refund', lines, ...about })
  await api.contacts.update({ id: contact.id, title: `${word} lead` })
  await api.deals.update({ id: deal.id, next_step: `${word} step` })
  return {
    companies: company.id,
    contacts: contact.id,
    deals: deal.id,
    tasks: task.id,
    activities: activity.id,
    quotes: quote.id,
    orders: order.id,
    invoices: invoice.id,
    'credit-notes': note.id,
  }
}

/** Asked of the restricted user besides the ids of records. */
const inputs: Readonly<Record<string, object>> = {
  searchAll: { q: 'hers' },
  resolveRecords: { email: 'ann@hers.example', domain: 'hers.example', vat_number: 'DE777333' },
  getObjectSchema: { object: 'contact' },
  resolvePrices: { lines: [{ unit_price: 1 }] },
  calculateQuote: { lines: [{ name: 'Work', unit_price: 1 }] },
}

const isRead = ({ scope, route, everybodys }: AnyOperation) => scope === 'read' && !everybodys && !route.includes('stream')
const shows = (value: unknown) => JSON.stringify(value, (_, each: unknown) => (each instanceof Uint8Array ? [...each].length : each)) ?? ''

// Ids, cursors and the numbers of events differ between two databases that hold the same.
const comparable = (value: unknown) =>
  shows(value)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/"(next_cursor|cursor|url|token|key)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"id":"?\d+"?/g, '"id":0')

const refusal = (answered: unknown) => (answered as { refused?: string } | null)?.refused

async function answer(engine: Engine, operation: AnyOperation, input: object, actor: Actor = bob): Promise<unknown> {
  try {
    return await engine.call(operation, input, actor)
  } catch (error) {
    const { code, message } = error as CrmError
    if (code === undefined) throw error
    return { refused: code, message }
  }
}

describeStorages(
  'a user who sees their own records only (interface.md 5.6)',
  (open) => {
    it('finds no foreign record, count or sum in any list, search, get, report, timeline, export or tool', async () => {
      const [shared, alone] = [await open(), await open()]
      const own = await fill(shared.api, 'bob@acme.test', 'mine', 5)
      const ownAlone = await fill(alone.api, 'bob@acme.test', 'mine', 5)
      const hers = await fill(shared.api, 'ada@acme.test', 'hers', 777333)
      const told = new Map<string, unknown>()
      const complaints: string[] = []
      for (const operation of shared.engine.registry.list.filter(isRead)) {
        const { id, route, admin } = operation
        const [, kind = ''] = /^\w+ \/([\w-]+)\//.exec(route) ?? []
        const named = route.includes('{id}')
        const asked = (ids: Record<string, string>) => ({ ...inputs[id], ...(named && { id: ids[kind] ?? '1' }) })
        const check = (fine: boolean, what: string) => fine || complaints.push(`${id} ${what}`)
        const seen = await answer(shared.engine, operation, asked(own))
        const text = shows(seen)
        check(!/hers|777.?333/.test(text) && !Object.values(hers).some((each) => text.includes(each)), `shows a foreign record: ${text}`)
        // Nothing tells that there is more than what is theirs: no count, no sum, no further page.
        const twin = alone.engine.registry.list.find((each) => each.id === id)!
        const expected = comparable(await answer(alone.engine, twin, asked(ownAlone)))
        check(comparable(seen) === expected, `answers ${comparable(seen)} instead of ${expected}`)
        if (admin) check(refusal(seen) === 'forbidden', 'is open to members')
        else if (own[kind] !== undefined) {
          // A draft has no link yet.
          check(refusal(seen) === undefined || id === 'getQuoteLink', `does not answer: ${text}`)
          if (named) check(refusal(await answer(shared.engine, operation, asked(hers))) === 'not_found', 'knows the id of a foreign record')
        }
        told.set(id, seen)
      }
      expect(complaints).toEqual([])
      expect(told.get('listContacts')).toMatchObject({ contacts: [{ id: own['contacts'] }] })
      expect(told.get('listInvoices')).toMatchObject({ invoices: [{ id: own['invoices'] }] })
      // The same question of somebody who sees everything is not answered with nothing.
      const search = shared.engine.registry.list.find(({ id }) => id === 'searchAll')!
      expect(shows(await answer(shared.engine, search, { q: 'hers' }, ada))).toContain(hers['contacts'])
    })

    it('changes, deletes and restores no foreign record, one by one or as a set', async () => {
      const { engine, api } = await open()
      const hers = await fill(api, 'ada@acme.test', 'hers', 7)
      const mine = engine.as(bob)
      const id = hers['contacts']!
      await expect(mine.contacts.update({ id, first_name: 'Mallory' })).rejects.toMatchObject({ code: 'not_found' })
      await expect(mine.contacts.delete({ id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(mine.contacts.restore({ id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(mine.deals.update({ id: hers['deals']!, amount: 1 })).rejects.toMatchObject({ code: 'not_found' })
      await expect(mine.tasks.create({ title: 'On hers', lead_id: id })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(mine.contacts.create({ email: 'ann@hers.example' })).rejects.toMatchObject({ code: 'conflict' })
      const { contacts } = await api.contacts.list()
      expect(contacts.map(({ first_name, version }) => [first_name, version])).toEqual([['hers', 2]])
    })

    it('sees what they make and nobody owns, and what is everybody’s', async () => {
      const { engine, api } = await open()
      const mine = engine.as(bob)
      await api.contacts.create({ email: 'free@else.example' })
      const contact = await mine.contacts.create({ email: 'cy@new.example' })
      await api.products.create({ name: 'Chair', sku: 'C-1' })
      expect((await mine.contacts.list()).contacts.map(({ id }) => id)).toEqual([contact.id])
      expect((await mine.products.list()).products).toHaveLength(1)
    })

    it('gets a contact linked to the company of its domain, although they do not see that', async () => {
      const { engine, api } = await open()
      const company = await api.companies.create({ name: 'Hers', domain: 'hers.example', owner_email: 'ada@acme.test' })
      const mine = engine.as(bob)
      const contact = await mine.contacts.create({ email: 'ann@hers.example' })
      expect(contact.company_id).toBe(company.id)
      await expect(mine.companies.get({ id: company.id })).rejects.toMatchObject({ code: 'not_found' })
      const { results } = await mine.contacts.bulkUpsert({ records: [{ email: 'bea@hers.example' }] })
      expect(results).toMatchObject([{ status: 'created' }])
      expect((await api.companies.list()).companies).toHaveLength(1)
    })
  },
  names,
)

describe('what works on records of everybody', () => {
  describeStorages(
    'is refused to whoever does not see all',
    (open) => {
      it('webhooks, imports, sync, merges and pipelines', async () => {
        const { engine } = await open()
        const closed = engine.registry.list.filter(({ everybodys }) => everybodys)
        expect(closed.map(({ id }) => id)).toEqual(
          expect.arrayContaining(['createWebhook', 'ingestRecords', 'createImport', 'mergeContacts', 'deletePipelineStage']),
        )
        const answers = await Promise.all(closed.map((each) => answer(engine, each, {})))
        expect(new Set(answers.map(refusal))).toEqual(new Set(['forbidden']))
      })
    },
    ['SQLite memory'],
  )
})
