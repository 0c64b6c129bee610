import { expect, it, onTestFinished } from 'vitest'
import { describeStorages, newPlace, type Opened } from '../../support/storages.ts'

const lines = [{ name: 'Chair', unit_price: 10 }]

describeStorages('Numbers of documents', (open, name) => {
  type Api = Opened['api']
  const series = (prefix: string, counts: readonly number[]) => counts.map((at) => `${prefix}-2026-0000${at}`)
  const issue = async (api: Api, { id }: { readonly id: string }) => (await api.invoices.update({ id, status: 'sent' })).number

  it('are given at the issue, and drafts have provisional ones that never come again', async () => {
    const { api } = await open()
    const drafts = await Promise.all([1, 2, 3].map(() => api.invoices.create({ lines })))
    expect(drafts.map(({ number }) => number).toSorted()).toEqual(['DRAFT-00001', 'DRAFT-00002', 'DRAFT-00003'])
    const [one, two, three] = drafts as [(typeof drafts)[0], (typeof drafts)[0], (typeof drafts)[0]]
    expect(await issue(api, three)).toBe('INV-2026-00001')
    expect(await api.invoices.list({ number: three.number })).toMatchObject({ invoices: [] })
    expect((await api.search.all({ q: 'INV-2026-00001' })).results).toMatchObject([{ id: three.id }])
    await api.invoices.delete({ id: one.id })
    await api.invoices.delete({ id: two.id, purge: true })
    expect((await api.invoices.create({ lines })).number).toBe('DRAFT-00004')
    await expect(api.invoices.update({ id: three.id, status: 'sent', notes: 'x' })).resolves.toMatchObject({ number: 'INV-2026-00001' })
    const back = await api.invoices.restore({ id: one.id })
    expect(back.number).toBe(one.number)
    expect(await issue(api, back)).toBe('INV-2026-00002')
    expect((await api.invoices.create({ lines, status: 'sent' })).number).toBe('INV-2026-00003')
  })

  it('of what fails or is never issued are missing to nobody', async () => {
    const { api } = await open()
    const unsent = await api.invoices.create({ lines })
    expect(await api.invoices.update({ id: unsent.id, status: 'void' })).toMatchObject({ number: 'DRAFT-00001' })
    const empty = await api.invoices.create({})
    await expect(api.invoices.update({ id: empty.id, status: 'sent' })).rejects.toMatchObject({ code: 'invalid_input' })
    const dry = { records: [{ lines, status: 'sent' as const }], dry_run: true }
    expect(await api.invoices.bulkUpsert(dry)).toMatchObject({ created: 1 })
    expect(await api.invoices.bulkUpsert({ ...dry, dry_run: false })).toMatchObject({ created: 1 })
    expect((await api.invoices.list()).invoices.map(({ number }) => number).toSorted()).toEqual([
      'DRAFT-00001',
      'DRAFT-00002',
      'INV-2026-00001',
    ])
  })

  it('are those of the own series for each type, whatever issues it', async () => {
    const { api } = await open()
    const quote = await api.quotes.create({ lines })
    expect([quote.number, (await api.quotes.send({ id: quote.id })).number]).toEqual(['DRAFT-00001', 'QUO-2026-00001'])
    const order = await api.orders.create({ lines })
    expect((await api.orders.update({ id: order.id, status: 'confirmed' })).number).toBe('ORD-2026-00001')
    // Nobody gets the number of a confirmed order that was deleted.
    await api.orders.delete({ id: order.id })
    expect((await api.orders.create({ lines, status: 'confirmed' })).number).toBe('ORD-2026-00002')
    const note = await api.creditNotes.create({ lines })
    expect((await api.creditNotes.update({ id: note.id, status: 'issued' })).number).toBe('CN-2026-00001')
  })

  it('that were given stay, and one that a source has or had is skipped', async () => {
    const { api } = await open()
    const own = await api.invoices.create({ number: 'R-7', lines })
    expect(await issue(api, own)).toBe('R-7')
    const draft = await api.invoices.create({ number: 'INV-2026-00001', lines })
    await api.invoices.delete({ id: draft.id })
    const source = { source_totals: true, status: 'sent' as const, total_incl_tax: 5 }
    const gone = await api.invoices.create({ ...source, number: 'INV-2026-00002' })
    await api.invoices.delete({ id: gone.id })
    await api.invoices.create({ ...source, number: 'INV-2026-00003' })
    const made = [await api.invoices.create({ lines, status: 'sent' }), await api.invoices.create({ lines, status: 'sent' })]
    expect(made.map(({ number }) => number)).toEqual(['INV-2026-00001', 'INV-2026-00004'])
    const imported = await api.invoices.create({ source_totals: true, total_incl_tax: 1 })
    expect(imported.number).toBe('DRAFT-00001')
    const { results } = await api.invoices.bulkUpsert({ records: [{ number: imported.number, status: 'sent' }] })
    expect(await api.invoices.get({ id: results[0]!.id! })).toMatchObject({ id: imported.id, number: 'INV-2026-00005' })
  })

  it('have neither gap nor double where two hosts issue at once', async () => {
    const place = await newPlace(name)
    onTestFinished(() => place.remove())
    const first = await open({ place })
    // A database in memory has one host.
    const second = name === 'PostgreSQL' ? await open({ place }) : first
    const apis = [first.api, second.api]
    const drafts = await Promise.all(Array.from({ length: 9 }, (_, at) => apis[at % 2]!.invoices.create({ lines })))
    expect(new Set(drafts.map(({ number }) => number)).size).toBe(9)
    // The last has no lines, and cannot be issued.
    await first.api.invoices.update({ id: drafts[8]!.id, lines: [] })
    const issued = await Promise.allSettled(drafts.map((draft, at) => issue(apis[at % 2]!, draft)))
    const numbers = issued.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(numbers.toSorted()).toEqual(series('INV', [1, 2, 3, 4, 5, 6, 7, 8]))
  })
})
