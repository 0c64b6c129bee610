import { expect, it } from 'vitest'
import { allEventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const lines = [{ name: 'Work', quantity: 1, unit_price: 5 }]
// The groups of operations whose records are deleted as a selection, and the smallest record of each.
const samples = {
  contacts: { first_name: 'A' },
  companies: { name: 'A' },
  deals: { name: 'A' },
  tasks: { title: 'A' },
  activities: { type: 'note', body: 'A' },
  products: { name: 'A' },
  priceRules: { kind: 'discount_percent', value: 3 },
  quotes: { lines },
  orders: { lines },
  invoices: { lines },
  creditNotes: { lines },
} as const
const words: Readonly<Record<string, string>> = { priceRules: 'price_rules', creditNotes: 'credit_notes' }

interface Methods {
  create?(input: object): Promise<{ readonly id: string }>
  log?(input: object): Promise<{ readonly id: string }>
  get(input: { readonly id: string }): Promise<{ readonly id: string }>
  list(input: object): Promise<Readonly<Record<string, readonly { readonly id: string }[]>>>
  restore(input: { readonly id: string }): Promise<{ readonly id: string }>
  bulkDelete(input: object): Promise<object>
}

describeStorages('Bulk deletes', (open) => {
  it.each(Object.entries(samples))('delete %s by ids and by a filter, and restore undoes each', async (group, sample) => {
    const { api } = await open()
    const methods = (api as unknown as Readonly<Record<string, Methods>>)[group]!
    const company = group === 'activities' && { company_id: (await api.companies.create({ name: 'About' })).id }
    const make = async (at: number) => {
      const input = { ...sample, ...company, ...(group === 'products' && { sku: `S-${at}` }) }
      return String((await (group === 'activities' ? methods.log : methods.create)?.(input))?.id)
    }
    const ids = [await make(1), await make(2), await make(3)]
    const live = async () => ((await methods.list({}))[words[group] ?? group] ?? []).map(({ id }) => id).toSorted()
    await expect(methods.bulkDelete({ ids: ids.slice(0, 2), confirm_count: 3 })).rejects.toMatchObject({ code: 'conflict' })
    await expect(methods.bulkDelete({ confirm_count: 3 })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await live()).toEqual(ids.toSorted())
    expect(await methods.bulkDelete({ ids: ids.slice(0, 2), confirm_count: 2 })).toEqual({ matched: 2, deleted: 2 })
    expect(await live()).toEqual([ids[2]])
    await expect(methods.get({ id: ids[0]! })).rejects.toMatchObject({ code: 'not_found' })
    for (const id of ids.slice(0, 2)) expect(await methods.restore({ id })).toMatchObject({ id })
    expect(await live()).toEqual(ids.toSorted())
    const filter = { field: 'created_at', op: 'is_set' }
    expect(await methods.bulkDelete({ filter, confirm_count: 3 })).toEqual({ matched: 3, deleted: 3 })
    expect(await live()).toEqual([])
  })

  it('reject what one delete refuses, with its reason, and delete the rest: frozen documents, and orders that are billed', async () => {
    const { api } = await open()
    const draft = await api.invoices.create({ lines })
    const sent = await api.invoices.create({ lines, status: 'sent' })
    const alone = await api.invoices.delete({ id: sent.id }).catch((error: { readonly code: string }) => error.code)
    const answer = await api.invoices.bulkDelete({ ids: [draft.id, sent.id], confirm_count: 2 })
    expect(answer).toEqual({
      matched: 2,
      deleted: 1,
      rejected: [{ id: sent.id, code: alone, reason: expect.stringMatching(/./), field: null }],
    })
    expect((await api.invoices.list({})).invoices.map(({ id }) => id)).toEqual([sent.id])

    const [billed, free] = [await api.orders.create({ lines, status: 'confirmed' }), await api.orders.create({ lines })]
    await api.invoices.create({ order_id: billed.id })
    const orders = await api.orders.bulkDelete({ filter: { field: 'id', op: 'is_set' } as never, confirm_count: 2 })
    expect(orders).toMatchObject({ matched: 2, deleted: 1, rejected: [{ id: billed.id, code: 'conflict' }] })
    await expect(api.orders.get({ id: free.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of more than 100 documents or 500 others are jobs, which tell what they could not delete', async () => {
    const { engine, api } = await open()
    await api.tasks.bulkUpsert({ records: Array.from({ length: 501 }, (_, at) => ({ title: `T${at}` })) })
    const tasks = await api.tasks.bulkDelete({ filter: { field: 'id', op: 'is_set' } as never, confirm_count: 501 })
    expect(tasks).toEqual({ matched: 501, job_id: expect.any(String) })
    const { results } = await api.invoices.bulkUpsert({
      records: Array.from({ length: 101 }, (_, at) => ({ lines, ...(at === 0 && { status: 'sent' as const }) })),
    })
    const ids = results.map(({ id }) => id!)
    const invoices = await api.invoices.bulkDelete({ ids, confirm_count: 101 })
    await engine.tick()
    expect(await api.jobs.get({ id: tasks.job_id! })).toMatchObject({ state: 'done', result: { changed: 501 } })
    expect(await api.jobs.get({ id: invoices.job_id! })).toMatchObject({
      state: 'done',
      done: 101,
      result: { changed: 100, rejected_count: 1, rejected: [{ id: ids[0], code: 'conflict' }] },
    })
    expect([(await api.tasks.list({})).tasks.length, (await api.invoices.list({})).invoices.length]).toEqual([0, 1])
  })

  it('match nothing of other organizations, and nothing that the caller does not see', async () => {
    const { engine, api } = await open()
    const { id } = await api.deals.create({ name: 'Theirs', owner_email: 'grace@acme.test' })
    const stranger = engine.as({ ...ada, organization: 'other' })
    const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
    for (const other of [stranger, bob]) {
      await expect(other.deals.bulkDelete({ ids: [id], confirm_count: 1 })).rejects.toMatchObject({ code: 'conflict' })
      expect(await other.deals.bulkDelete({ ids: [id], confirm_count: 0 })).toEqual({ matched: 0, deleted: 0 })
    }
    expect(await api.deals.get({ id })).toMatchObject({ id })
  })

  it('tell each delete as one delete does', async () => {
    const { engine, api } = await open(withEvents)
    const quotes = [await api.quotes.create({ lines }), await api.quotes.create({ lines })]
    const deals = [await api.deals.create({ name: 'A' }), await api.deals.create({ name: 'B' })]
    await api.quotes.delete({ id: quotes[0]!.id })
    await api.deals.delete({ id: deals[0]!.id })
    await api.quotes.bulkDelete({ ids: [quotes[1]!.id], confirm_count: 1 })
    await api.deals.bulkDelete({ ids: [deals[1]!.id], confirm_count: 1 })
    const told = (await allEventsOf(engine)).filter(({ type }) => type.endsWith('.deleted'))
    expect(told.map(({ type, entity_id }) => [type, entity_id]).toSorted()).toEqual(
      [...quotes.map(({ id }) => ['quote.deleted', id]), ...deals.map(({ id }) => ['deal.deleted', id])].toSorted(),
    )
  })
})
