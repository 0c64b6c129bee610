import { Reply } from 'rapport-crm'
import { pages } from 'rapport-crm/pages'
import { expect, it } from 'vitest'
import { describeStorages, type Opened } from '../../support/storages.ts'

const lines = [{ name: 'Chair', quantity: 2, unit_price: 50, tax_rate: 20 }]
const events = async ({ api }: Opened) =>
  (await api.events.list({ limit: 100 })).events
    .map(({ type }) => type)
    .filter((type) => /^quote\.(sent|viewed|accepted|declined)$/.test(type))

describeStorages('Quotes', (open) => {
  it('are drafts with totals and a number, and show the token of their page only when read alone, once sent', async () => {
    const opened = await open({ publicUrl: 'https://crm.acme.test/' })
    const { api } = opened
    const quote = await api.quotes.create({ title: 'Chairs', lines, valid_until: '2026-02-15' })
    expect(quote).toMatchObject({
      number: 'DRAFT-00001',
      status: 'draft',
      quote_version: 1,
      total_excl_tax: 100,
      total_incl_tax: 120,
      public_token: null,
      public_url: null,
    })
    await expect(api.quotes.link({ id: quote.id })).rejects.toMatchObject({ code: 'conflict' })
    const sent = await api.quotes.send({ id: quote.id })
    expect(sent).toMatchObject({ number: 'QUO-2026-00001', status: 'sent', sent_at: '2026-01-15T09:00:00.000Z' })
    expect(sent.public_token).toMatch(/^[\w-]{43}$/)
    expect(sent.public_url).toBe(`https://crm.acme.test/q/${sent.public_token}`)
    expect(await api.quotes.link({ id: quote.id })).toMatchObject({ public_url: sent.public_url, view_count: 0, status: 'sent' })
    expect(await api.quotes.send({ id: quote.id })).toEqual(sent)
    expect(await api.quotes.get({ id: quote.id })).toEqual(sent)
    expect(await events(opened)).toEqual(['quote.sent'])
    const token = String(sent.public_token)
    for (const shown of [await api.quotes.list(), await api.events.list(), await api.quotes.search({})])
      expect(JSON.stringify(shown)).not.toContain(token)
  })

  it('cannot be sent without lines, after their last day, or in a later state', async () => {
    const { api } = await open()
    const empty = await api.quotes.create({})
    await expect(api.quotes.send({ id: empty.id })).rejects.toMatchObject({ details: { errors: [{ path: '/lines', code: 'required' }] } })
    const late = await api.quotes.create({ lines, valid_until: '2026-01-14' })
    await expect(api.quotes.send({ id: late.id })).rejects.toMatchObject({ details: { errors: [{ path: '/valid_until' }] } })
    expect((await api.quotes.send({ id: late.id, valid_until: '2026-01-15' })).valid_until).toBe('2026-01-15')
    await api.quotes.update({ id: late.id, status: 'cancelled' })
    await expect(api.quotes.send({ id: late.id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.quotes.create({ status: 'accepted' })).rejects.toMatchObject({ details: { errors: [{ path: '/status' }] } })
    await expect(api.quotes.update({ id: empty.id, status: 'sent' })).rejects.toMatchObject({
      details: { errors: [{ path: '/status', code: 'not_allowed', allowed: ['draft', 'cancelled'] }] },
    })
  })

  it('are frozen once sent: an edit makes the next version, which the old one names and which replaces it', async () => {
    const opened = await open()
    const { api } = opened
    const first = await api.quotes.create({ title: 'Chairs', lines, tags: ['a'] })
    await api.quotes.send({ id: first.id })
    expect(await api.quotes.update({ id: first.id, owner_email: 'bob@acme.test', tags: ['b'] })).toMatchObject({
      id: first.id,
      status: 'sent',
    })
    expect(await api.quotes.update({ id: first.id, title: 'Chairs' })).toMatchObject({ id: first.id, quote_version: 1 })
    const second = await api.quotes.update({ id: first.id, title: 'Oak chairs' })
    expect(second).toMatchObject({
      number: 'QUO-2026-00001-2',
      title: 'Oak chairs',
      status: 'draft',
      quote_version: 2,
      previous_quote_id: first.id,
      owner_email: 'bob@acme.test',
      total_incl_tax: 120,
      lines: [{ name: 'Chair', quantity: 2 }],
      public_token: null,
    })
    expect(second.id).not.toBe(first.id)
    const old = await api.quotes.get({ id: first.id })
    expect(old).toMatchObject({ title: 'Chairs', status: 'sent', next_quote_id: second.id })
    await expect(api.quotes.accept({ id: first.id, name: 'Ada' })).rejects.toMatchObject({
      code: 'conflict',
      details: { existing_id: second.id },
    })
    await expect(api.quotes.update({ id: first.id, title: 'x' })).rejects.toMatchObject({ details: { existing_id: second.id } })
    await api.quotes.delete({ id: second.id })
    expect((await api.quotes.get({ id: first.id })).next_quote_id).toBeNull()
    const again = await api.quotes.replaceLines({ id: first.id, lines: [{ name: 'Table', unit_price: 300 }] })
    expect(again).toMatchObject({ quote_version: 2, total_incl_tax: 300 })
    await api.quotes.send({ id: again.id })
    expect((await api.quotes.get({ id: first.id })).status).toBe('cancelled')
    const third = await api.quotes.duplicate({ id: again.id, as: 'version' })
    expect(third).toMatchObject({ number: 'QUO-2026-00001-3', quote_version: 3, previous_quote_id: again.id })
    expect(await events(opened)).toEqual(['quote.sent', 'quote.sent'])
  })

  it('win their deal when that is asked for, and stay open when it cannot be won', async () => {
    const { api } = await open()
    const deal = await api.deals.create({ name: 'Chairs' })
    const [one, two] = [await api.quotes.create({ lines, deal_id: deal.id }), await api.quotes.create({ lines })]
    for (const { id } of [one, two]) await api.quotes.send({ id })
    await expect(api.quotes.accept({ id: two.id, name: 'Ada', win_deal: true })).rejects.toMatchObject({
      details: { errors: [{ path: '/win_deal' }] },
    })
    expect((await api.quotes.get({ id: two.id })).status).toBe('sent')
    await api.quotes.accept({ id: two.id, name: 'Ada' })
    expect((await api.quotes.accept({ id: one.id, name: 'Ada', win_deal: true })).status).toBe('accepted')
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ status: 'won', probability: 100, stage_id: 'won' })
  })

  it('are accepted or declined once, with name or reason, and each makes one event', async () => {
    const opened = await open()
    const { api } = opened
    const [one, two] = [await api.quotes.create({ lines }), await api.quotes.create({ lines })]
    await expect(api.quotes.accept({ id: one.id, name: 'Ada' })).rejects.toMatchObject({ code: 'conflict' })
    for (const { id } of [one, two]) await api.quotes.send({ id })
    await expect(api.quotes.accept({ id: one.id, name: '  ' })).rejects.toMatchObject({ details: { errors: [{ path: '/name' }] } })
    const accepted = await api.quotes.accept({ id: one.id, name: ' Ada ', signed_at: '2026-01-14T10:00:00Z' })
    expect(accepted).toMatchObject({
      status: 'accepted',
      accepted_at: '2026-01-14T10:00:00.000Z',
      accepted_by: { name: 'Ada', email: null, ip: null },
    })
    expect(await api.quotes.decline({ id: two.id, reason: 'Too dear' })).toMatchObject({ status: 'declined', decline_reason: 'Too dear' })
    await expect(api.quotes.accept({ id: one.id, name: 'Bob' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.quotes.decline({ id: one.id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.quotes.update({ id: one.id, title: 'x' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.quotes.delete({ id: one.id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await events(opened)).toEqual(['quote.declined', 'quote.accepted', 'quote.sent', 'quote.sent'])
    const [event] = (await api.events.list({ type: 'quote.accepted' })).events
    expect(event?.payload).toMatchObject({ id: one.id, from: 'sent', to: 'accepted', amount: 120, accepted_by: { name: 'Ada' } })
  })

  it('expire when their last day has passed in the time zone of the organization', async () => {
    const opened = await open()
    const { api, engine, clock } = opened
    await engine.access.bootstrap({ organization: 'acme' })
    await api.organization.update({ timezone: 'America/New_York' })
    const { id } = await api.quotes.create({ lines, valid_until: '2026-01-16' })
    await api.quotes.send({ id })
    clock.set('2026-01-17T04:30:00Z')
    await engine.tick()
    expect((await api.quotes.get({ id })).status).toBe('sent')
    clock.set('2026-01-17T05:30:00Z')
    await engine.tick()
    expect((await api.quotes.get({ id })).status).toBe('expired')
    await expect(api.quotes.accept({ id, name: 'Ada' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await events(opened)).toEqual(['quote.sent'])
  })

  it('are expired after their last day, even before the clock has written it', async () => {
    const opened = await open()
    const { api, engine, clock } = opened
    const sent = async () => {
      const { id } = await api.quotes.create({ lines, valid_until: '2026-01-15' })
      return await api.quotes.send({ id })
    }
    const { id } = await sent()
    const agreed = await sent()
    await api.quotes.accept({ id: agreed.id, name: 'Ada' })
    const { public_token } = await api.quotes.get({ id })
    clock.set('2026-01-16T09:00:00Z')
    await expect(api.quotes.convert({ id, to: 'order' })).rejects.toMatchObject({ code: 'conflict' })
    const browser = { headers: { 'user-agent': 'Mozilla/5.0' } }
    expect((await pages(engine).fetch(new Request(`https://crm.test/q/${public_token}`, browser))).status).toBe(200)
    expect(await api.quotes.get({ id })).toMatchObject({ status: 'sent', view_count: 0 })
    expect((await api.quotes.convert({ id: agreed.id, to: 'order' })).order?.status).toBe('confirmed')
  })

  it('become an order and an invoice with their lines, each once', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'Lac' })
    const quote = await api.quotes.create({ lines, company_id: company.id, discount_percent: 10, custom: { project: 'P7' } })
    await expect(api.quotes.convert({ id: quote.id, to: 'order' })).rejects.toMatchObject({ code: 'conflict' })
    await api.quotes.send({ id: quote.id })
    const { order } = await api.quotes.convert({ id: quote.id, to: 'order' })
    expect(order).toMatchObject({
      number: 'ORD-2026-00001',
      status: 'confirmed',
      quote_id: quote.id,
      company_id: company.id,
      total_incl_tax: 108,
      custom: { project: 'P7' },
      lines: [{ name: 'Chair', quantity: 2, unit_price: 50 }],
    })
    const converted = await api.quotes.convert({ id: quote.id, to: 'invoice' })
    expect(converted.invoice).toMatchObject({ status: 'draft', quote_id: quote.id, order_id: order?.id, total_incl_tax: 108 })
    expect(converted.quote).toMatchObject({ order_id: order?.id, invoice_id: converted.invoice?.id })
    expect((await api.orders.get({ id: order?.id ?? '' })).invoice_ids).toEqual([converted.invoice?.id])
    await expect(api.quotes.convert({ id: quote.id, to: 'order' })).rejects.toMatchObject({ details: { existing_id: order?.id } })
  })

  it('become other documents after their deal, contact and company were deleted, without these links', async () => {
    const { api } = await open()
    const contact = await api.contacts.create({ email: 'bob@weber.test', company: 'Weber' })
    const deal = await api.deals.create({ name: 'D', lead_id: contact.id })
    const links = { deal_id: deal.id, lead_id: contact.id, company_id: contact.company_id! }
    const quote = await api.quotes.create({ ...links, billing_address: { city: 'Ulm' }, lines: [{ quantity: 2, unit_price: 5 }] })
    await api.quotes.send({ id: quote.id })
    await api.deals.delete({ id: deal.id })
    await api.contacts.delete({ id: contact.id })
    await api.companies.delete({ id: contact.company_id! })
    const { invoice } = await api.quotes.convert({ id: quote.id, to: 'invoice' })
    expect(invoice).toMatchObject({ deal_id: null, lead_id: null, company_id: null, billing_address: { city: 'Ulm' }, total_excl_tax: 10 })
    await api.invoices.update({ id: invoice!.id, status: 'sent' })
    const credit = await api.creditNotes.create({ invoice_id: invoice!.id, status: 'issued' })
    expect(credit).toMatchObject({ total_excl_tax: 10, status: 'applied' })
  })

  it('are calculated without being stored, with the trace of each price', async () => {
    const { api } = await open()
    await api.products.create({ sku: 'A-1', name: 'Chair', brand: 'Nord', price: 100, currency: 'EUR', tax_rate: 20 })
    const rule = await api.priceRules.create({ name: 'Nord', brand: 'Nord', kind: 'discount_percent', value: 10 })
    const calculated = await api.quotes.calculate({
      lines: [
        { sku: 'A-1', quantity: 3 },
        { sku: 'A-1', unit_price: 5 },
      ],
    })
    expect(calculated).toMatchObject({ currency: 'EUR', total_excl_tax: 275, tax_total: 55, total_incl_tax: 330 })
    expect(calculated.lines[0]).toMatchObject({ unit_price: 90, list_price: 100, price_rule_id: rule.id, total_excl_tax: 270 })
    expect(calculated.lines[0]?.trace.map(({ reason }) => reason)).toEqual(['won', 'less_specific_product'])
    expect(calculated.lines[1]).toMatchObject({ unit_price: 5, rule_price: 90, price_rule_id: null })
    expect((await api.quotes.list()).quotes).toEqual([])
    const quote = await api.quotes.create({ lines: [{ sku: 'A-1' }] })
    expect(quote.lines[0]).toMatchObject({ unit_price: 90, price_rule_id: rule.id, cost: null })
  })

  it('respect If-Match and are matched by number and external id', async () => {
    const { api } = await open()
    const external_ids = [{ provider: 'custom:erp', id: '7' }]
    const quote = await api.quotes.create({ number: 'A-7', lines, external_ids })
    const reply = new Reply()
    expect((await api.quotes.create({ number: 'A-7', title: 'Again' }, { reply })).id).toBe(quote.id)
    expect(reply.matchedBy).toBe('number')
    await expect(api.quotes.update({ id: quote.id, title: 'x' }, { ifMatch: 1 })).rejects.toMatchObject({ code: 'version_mismatch' })
    await expect(api.quotes.send({ id: quote.id }, { ifMatch: 1 })).rejects.toMatchObject({ code: 'version_mismatch' })
    expect((await api.quotes.send({ id: quote.id }, { ifMatch: 2 })).version).toBe(3)
  })
})
