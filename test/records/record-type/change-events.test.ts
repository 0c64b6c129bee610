import { expect, it } from 'vitest'
import { allEventsOf, withEvents } from '../../support/event-probe.ts'
import { TestClock } from '../../support/clock.ts'
import { describeStorages } from '../../support/storages.ts'

describeStorages('general events', (open) => {
  const opened = async () => {
    const { api, engine } = await open(withEvents)
    let known = 0
    // What has happened since the last call, as type and data.
    const news = async () => {
      const all = await allEventsOf(engine)
      return all.slice(known, (known = all.length))
    }
    const types = async () => (await news()).map(({ type }) => type)
    return { api, engine, news, types }
  }

  it('tell what changed of a company, from what to what, and nothing where nothing changed', async () => {
    const { api, news } = await opened()
    const { id } = await api.companies.create({ name: 'Forge' })
    await news()
    await api.companies.update({ id, name: 'Forge Ltd', industry: 'Iron' })
    const [event, ...others] = await news()
    expect(others).toEqual([])
    expect(event).toMatchObject({ type: 'company.updated', entity_type: 'company', entity_id: id })
    expect(event?.payload).toEqual({
      id,
      name: 'Forge Ltd',
      domain: null,
      owner: null,
      lifecycle_stage: null,
      country: null,
      changed: ['name', 'industry'],
      from: { name: 'Forge', industry: null },
      to: { name: 'Forge Ltd', industry: 'Iron' },
    })
    expect(event?.data['record']).toMatchObject({ id, industry: 'Iron' })
    await api.companies.update({ id, name: 'Forge Ltd' })
    expect(await news()).toEqual([])
  })

  it('leave to events of the contract what those tell', async () => {
    const { api, news, types } = await opened()
    const company = await api.companies.create({ name: 'Forge' })
    const contact = await api.contacts.create({ first_name: 'Ann' })
    const task = await api.tasks.create({ title: 'Call' })
    expect(await types()).toEqual(['company.created', 'contact.created', 'task.created'])
    await api.companies.update({ id: company.id, lifecycle_stage: 'lead' })
    expect(await types()).toEqual(['company.lifecycle_changed'])
    await api.contacts.update({ id: contact.id, title: 'CEO', first_name: 'Anne' })
    expect((await news()).map(({ type, payload }) => [type, payload['changed']])).toEqual([
      ['contact.property_changed', ['title']],
      ['contact.updated', ['first_name']],
    ])
    await api.tasks.complete({ id: task.id, outcome: 'connected' })
    expect(await types()).toEqual(['task.completed'])
    await api.tasks.update({ id: task.id, title: 'Call again' })
    expect(await types()).toEqual(['task.updated'])
  })

  it('tell deletes and restores of every record type', async () => {
    const { api, types } = await opened()
    const deal = await api.deals.create({ name: 'Anvils' })
    const contact = await api.contacts.create({ first_name: 'Ann' })
    const invoice = await api.invoices.create({ lines: [{ name: 'Work', unit_price: 5 }] })
    expect((await types()).filter((type) => type.startsWith('invoice'))).toEqual(['invoice.created'])
    await api.deals.delete({ id: deal.id })
    await api.deals.restore({ id: deal.id })
    await api.contacts.delete({ id: contact.id })
    await api.contacts.restore({ id: contact.id })
    await api.invoices.delete({ id: invoice.id })
    await api.invoices.restore({ id: invoice.id })
    expect(await types()).toEqual([
      'deal.deleted',
      'deal.restored',
      'contact.deleted',
      'contact.restored',
      'invoice.deleted',
      'invoice.restored',
    ])
  })

  it('tell of a merge and of its undoing which records it is about', async () => {
    const { api, news } = await opened()
    const { id } = await api.companies.create({ name: 'Forge' })
    const other = await api.companies.create({ name: 'Forge Works', industry: 'Iron' })
    await news()
    await api.companies.merge({ id, merge_ids: [other.id] })
    const merging = await news()
    expect(merging.map(({ type, entity_id }) => [type, entity_id])).toEqual([
      ['company.deleted', other.id],
      ['company.updated', id],
      ['company.merged', id],
    ])
    const [merge] = (await api.merges.list()).merges
    expect(merging[2]?.payload).toMatchObject({ id, name: 'Forge', merge_id: merge?.id, merged_ids: [other.id] })
    await api.merges.undo({ id: merge?.id ?? '' })
    const undoing = await news()
    expect(undoing.map(({ type, entity_id }) => [type, entity_id])).toEqual([
      ['company.updated', id],
      ['company.restored', other.id],
      ['company.unmerged', id],
    ])
    expect(undoing[2]?.payload).toMatchObject({ merge_id: merge?.id, merged_ids: [other.id] })
  })

  it('show long values shortened, and say so', async () => {
    const { api, news } = await opened()
    const { id } = await api.tasks.create({ title: 'Call' })
    await news()
    await api.tasks.update({ id, description: 'é'.repeat(20_000) })
    const [event] = await news()
    expect(event?.payload).toMatchObject({ changed: ['description'], from: { description: null }, shortened: ['description'] })
    expect(event?.payload['to']).toEqual({ description: `${'é'.repeat(999)}…` })
  })

  it('tell when an invoice is paid, and until then what was paid of it', async () => {
    const { api, news } = await opened()
    const { id } = await api.invoices.create({ lines: [{ name: 'Work', unit_price: 100 }] })
    await api.invoices.update({ id, status: 'sent' })
    await news()
    await api.invoices.recordPayment({ id, amount: 40 })
    const [partly, ...others] = await news()
    expect(others).toEqual([])
    expect(partly).toMatchObject({ type: 'invoice.updated', payload: { from: { amount_paid: 0 }, to: { amount_paid: 40 } } })
    await api.invoices.recordPayment({ id, amount: 60 })
    expect((await news()).map(({ type, payload }) => [type, payload['from'], payload['to']])).toEqual([
      ['invoice.paid', 'partially_paid', 'paid'],
    ])
  })

  it('tell the moves of an order, and which fields else changed', async () => {
    const { api, news } = await opened()
    const { id } = await api.orders.create({ lines: [{ name: 'Work', unit_price: 5 }] })
    expect((await news()).map(({ type }) => type)).toEqual(['order.created'])
    await api.orders.update({ id, status: 'confirmed', title: 'Anvils' })
    expect((await news()).map(({ type, payload }) => [type, payload['from'], payload['to']])).toEqual([
      ['order.status_changed', 'draft', 'confirmed'],
      ['order.updated', { number: 'DRAFT-00001', title: null }, { number: 'ORD-2026-00001', title: 'Anvils' }],
    ])
  })

  it('tell when an invoice is overdue, once for each due date, and when a quote expires', async () => {
    const clock = new TestClock()
    const { api, engine } = await open({ ...withEvents, ports: [clock] })
    const lines = [{ name: 'Work', unit_price: 5 }]
    const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const { id } = await api.invoices.create({ lines, status: 'sent', due_date: day(1) })
    await api.invoices.create({ lines, due_date: day(1) })
    const quote = await api.quotes.create({ lines, valid_until: day(1) })
    await api.quotes.send({ id: quote.id })
    const known = (await allEventsOf(engine)).length
    for (const span of ['24 hours', '25 hours', '1 hour'] as const) {
      clock.advance(span)
      await engine.tick()
      await engine.tick()
    }
    const news = async () => (await allEventsOf(engine)).slice(known).map(({ type, entity_id }) => [type, entity_id])
    const told = [
      ['invoice.overdue', id],
      ['quote.expired', quote.id],
    ]
    expect((await news()).toSorted()).toEqual(told)
    await api.invoices.recordPayment({ id, amount: 1 })
    clock.advance('1 hour')
    await engine.tick()
    expect((await news()).filter(([type]) => type === 'invoice.overdue')).toHaveLength(1)
  })

  it('are notified of products and prices where the organization asks for them', async () => {
    const { api, news, types } = await opened()
    const { id } = await api.products.create({ sku: 'A-1', name: 'Anvil', price: 5 })
    expect(await types()).toEqual([])
    await api.organization.update({ catalog_events: true })
    await api.products.update({ id, price: 6 })
    await api.products.bulkUpsert({ records: [{ sku: 'T-1', name: 'Tongs' }] })
    await api.priceRules.create({ product_id: id, kind: 'fixed_price', value: 4 })
    const told = await news()
    expect(told.map(({ type }) => type)).toEqual(['product.updated', 'product.created', 'price_rule.created'])
    expect(told[0]?.payload).toMatchObject({ changed: ['price'], from: { price: 5 }, to: { price: 6 } })
    await api.organization.update({ catalog_events: false })
    await api.products.delete({ id })
    expect(await types()).toEqual([])
  })
})
