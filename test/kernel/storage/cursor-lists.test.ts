import { expect, it } from 'vitest'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

type Page = { readonly next_cursor: string | null }
type Api = Opened['api']
/** Answers a list that has a second page, and the same list of other conditions. */
type Case = (
  api: Api,
  engine: Opened['engine'],
) => Promise<{ list: (more: { cursor?: string }) => Promise<Page>; others: ((cursor: string) => Promise<Page>)[] }>

// Where the same may be asked for, of another organization.
const elsewhere = (engine: Opened['engine']) => engine.as({ ...ada, organization: 'globex', user: 'eve@globex.test' })

const lines = [
  { name: 'Work', unit_price: 100 },
  { name: 'Travel', unit_price: 50 },
]
const two = async <T>(make: (at: number) => Promise<T>): Promise<[T, T]> => [await make(0), await make(1)]
const renamed = async (api: Api, at: number) => {
  const company = await api.companies.create({ name: `Firm ${at}` })
  for (const industry of ['Iron', 'Steel']) await api.companies.update({ id: company.id, industry })
  return company
}

const cases: Record<string, Case> = {
  async history(api) {
    const [one, other] = await two((at) => renamed(api, at))
    return {
      list: (more) => api.companies.history({ id: one.id, limit: 1, ...more }),
      others: [(cursor) => api.companies.history({ id: other.id, cursor })],
    }
  },
  async timelines(api) {
    const [one, other] = await two((at) => api.companies.create({ name: `Firm ${at}` }))
    await api.deals.create({ name: 'Deal', company_id: one.id })
    await api.invoices.create({ company_id: one.id, lines })
    return {
      list: (more) => api.companies.timeline({ id: one.id, limit: 1, ...more }),
      others: [(cursor) => api.companies.timeline({ id: other.id, cursor })],
    }
  },
  async 'the audit log'(api, engine) {
    await renamed(api, 0)
    return {
      list: (more) => api.audit.list({ object: 'company', limit: 1, ...more }),
      others: [
        (cursor) => api.audit.list({ cursor }),
        (cursor) => elsewhere(engine).audit.list({ object: 'company', cursor }),
        (cursor) => api.audit.list({ object: 'deal', cursor }),
        (cursor) => api.audit.list({ object: 'company', actor: 'ada@acme.test', cursor }),
      ],
    }
  },
  async duplicates(api, engine) {
    for (const name of ['Forge', 'Forge', 'Mill', 'Mill']) await api.companies.create({ name })
    return {
      list: (more) => api.companies.duplicates({ limit: 1, ...more }),
      others: [(cursor) => api.contacts.duplicates({ cursor }), (cursor) => elsewhere(engine).companies.duplicates({ cursor })],
    }
  },
  async events(api, engine) {
    await two((at) => api.contacts.create({ first_name: `Ann ${at}` }))
    return {
      list: (more) => api.events.list({ type: 'contact.created', limit: 1, ...more }),
      others: [
        (cursor) => api.events.list({ cursor }),
        (cursor) => api.events.list({ type: 'deal.created', cursor }),
        (cursor) => elsewhere(engine).events.list({ type: 'contact.created', cursor }),
      ],
    }
  },
  async tags(api, engine) {
    for (const name of ['vip', 'viper', 'vital']) await api.tags.create({ name })
    return {
      list: (more) => api.tags.list({ q: 'vip', limit: 1, ...more }),
      others: [
        (cursor) => api.tags.list({ cursor }),
        (cursor) => api.tags.list({ q: 'vit', cursor }),
        (cursor) => elsewhere(engine).tags.list({ q: 'vip', cursor }),
      ],
    }
  },
  async currencies(api, engine) {
    for (const code of ['USD', 'CHF']) await api.currencies.set({ code, rate: 2 })
    return {
      list: (more) => api.currencies.list({ limit: 1, ...more }),
      others: [(cursor) => api.currencies.list({ code: 'USD', cursor }), (cursor) => elsewhere(engine).currencies.list({ cursor })],
    }
  },
  async links(api) {
    const [one, other] = await two((at) => api.companies.create({ name: `Firm ${at}` }))
    const end = { from_object: 'companies', from_id: one.id, to_object: 'companies' }
    for (const label of ['Partner', 'Reseller']) await api.associations.create({ ...end, to_id: other.id, label })
    const from = { object: 'companies', record_id: one.id }
    return {
      list: (more) => api.associations.list({ ...from, limit: 1, ...more }),
      others: [
        (cursor) => api.associations.list({ ...from, label: 'Partner', cursor }),
        (cursor) => api.associations.list({ object: 'companies', record_id: other.id, cursor }),
      ],
    }
  },
  properties: async (api, engine) => ({
    list: (more) => api.properties.list({ object: 'deals', limit: 1, ...more }),
    others: [
      (cursor) => api.properties.list({ object: 'contacts', cursor }),
      (cursor) => elsewhere(engine).properties.list({ object: 'deals', cursor }),
    ],
  }),
  picklists: async (api, engine) => ({
    list: (more) => api.picklists.list({ limit: 1, ...more }),
    others: [(cursor) => api.picklists.list({ name: 'industries', cursor }), (cursor) => elsewhere(engine).picklists.list({ cursor })],
  }),
  async consents(api) {
    const [one, other] = await two((at) => api.contacts.create({ first_name: `Ann ${at}` }))
    for (const topic of ['news', 'offers']) await api.privacy.setConsent({ id: one.id, topic, state: 'subscribed', source: 'call' })
    return {
      list: (more) => api.privacy.listConsents({ id: one.id, limit: 1, ...more }),
      others: [(cursor) => api.privacy.listConsents({ id: other.id, cursor })],
    }
  },
  async 'lines of deals'(api) {
    const [one, other] = await two((at) => api.deals.create({ name: `Deal ${at}` }))
    await api.deals.replaceLines({ id: one.id, lines })
    return {
      list: (more) => api.deals.lines({ id: one.id, limit: 1, ...more }),
      others: [(cursor) => api.deals.lines({ id: other.id, cursor })],
    }
  },
  async payments(api) {
    const [one, other] = await two(() => api.invoices.create({ status: 'sent', lines }))
    for (const amount of [1, 2]) await api.invoices.recordPayment({ id: one.id, amount })
    return {
      list: (more) => api.invoices.payments({ id: one.id, limit: 1, ...more }),
      others: [(cursor) => api.invoices.payments({ id: other.id, cursor })],
    }
  },
  async rejects(api) {
    const records = ['Bonn', 'Köln'].map((Ville) => ({ Ville }))
    const [one, other] = await two((at) => api.sync.ingest({ provider: `custom:erp${at}`, object: 'customers', records }))
    return {
      list: (more) => api.sync.rejects({ id: one.run_id, limit: 1, ...more }),
      others: [(cursor) => api.sync.rejects({ id: other.run_id, cursor })],
    }
  },
  async 'errors of imports'(api, engine) {
    const [one, other] = await two((at) => api.imports.create({ object: 'companies', content: `Ort;Notiz\nBonn;${at}\nKöln;${at}\n` }))
    for (const { id } of [one, other]) await api.imports.start({ id })
    await engine.tick()
    return {
      list: (more) => api.imports.errors({ id: one.id, limit: 1, ...more }),
      others: [(cursor) => api.imports.errors({ id: other.id, cursor })],
    }
  },
}

const wrong = { code: 'invalid_input', details: { errors: [{ path: '/cursor', code: 'invalid_cursor' }] } }

describeStorages('A cursor', (open) => {
  it.each(Object.entries(cases))('of %s belongs to what was asked for', async (_, begin) => {
    const { api, engine } = await open()
    const { list, others } = await begin(api, engine)
    const cursor = (await list({})).next_cursor!
    expect(cursor).toBeTypeOf('string')
    await expect(list({ cursor })).resolves.toBeDefined()
    for (const other of others) await expect(other(cursor)).rejects.toMatchObject(wrong)
    // Nor is it one of a list of records, or the reverse.
    await two((at) => api.products.create({ sku: `P-${at}`, name: 'Anvil' }))
    const { next_cursor } = await api.products.list({ limit: 1 })
    await expect(list({ cursor: next_cursor! })).rejects.toMatchObject(wrong)
    await expect(api.products.list({ cursor })).rejects.toMatchObject(wrong)
    await expect(elsewhere(engine).products.list({ cursor: next_cursor! })).rejects.toMatchObject(wrong)
  })

  it('of a poll of events belongs to their type and organization, and the number of an event goes on with any', async () => {
    const { api, engine } = await open()
    await api.contacts.create({ first_name: 'Ann' })
    const { next_cursor: after } = await api.events.list({ type: 'contact.created', order: 'asc' })
    await expect(api.events.list({ type: 'contact.created', after: after! })).resolves.toMatchObject({ events: [] })
    const refused = { details: { errors: [{ path: '/after', code: 'invalid_cursor' }] } }
    await expect(api.events.list({ after: after! })).rejects.toMatchObject(refused)
    await expect(api.events.list({ type: 'deal.created', after: after! })).rejects.toMatchObject(refused)
    await expect(elsewhere(engine).events.list({ type: 'contact.created', after: after! })).rejects.toMatchObject(refused)
    await expect(api.events.list({ after: '0' })).resolves.toBeDefined()
  })
})
