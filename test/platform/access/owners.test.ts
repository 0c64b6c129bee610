import { type CrmError, type Engine, scopes } from 'rapport-crm'
import { beforeAll, expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

const stranger = 'nobody@else.example'
const lines = [{ name: 'Work', quantity: 1, unit_price: 10 }]

describeStorages('owners', (open) => {
  let engine: Engine
  const api = () => engine.as(ada)
  beforeAll(async () => {
    ;({ engine } = (await open({ kept: true } as never)) as { engine: Engine })
    await engine.access.bootstrap({ organization: 'acme', user: ada.user })
    await api().users.invite({ email: 'ben@acme.test' })
  })
  const refusal = async (call: Promise<unknown>) => {
    const error = (await call.catch((each: unknown) => each)) as CrmError
    return [error.code, error.details?.errors?.[0]?.code, error.details?.errors?.[0]?.path]
  }

  it('are teammates or the caller: everybody else is refused wherever a record is written', async () => {
    const contact = await api().contacts.create({ email: 'a@people.example', owner_email: 'BEN@acme.test' })
    expect(contact.assigned_to).toBe('ben@acme.test')
    const deal = await api().deals.create({ name: 'Oven', owner_email: 'me' })
    const refused = {
      create: () => api().contacts.create({ email: 'b@people.example', owner_email: stranger }),
      upsert: () => api().contacts.create({ email: 'a@people.example', assigned_to: stranger }),
      update: () => api().contacts.update({ id: contact.id, owner_email: stranger }),
      company: () => api().companies.create({ name: 'Acme', owner_email: stranger }),
      deal: () => api().deals.update({ id: deal.id, owner_email: stranger }),
      task: () => api().tasks.create({ title: 'Call', owner_email: stranger }),
      activity: () => api().activities.log({ type: 'note', body: 'Spoke', lead_id: contact.id, owner_email: stranger }),
      quote: () => api().quotes.create({ lines, owner_email: stranger }),
      'bulk update': () => api().contacts.bulkUpdate({ ids: [contact.id], set: { assigned_to: stranger } }),
      source: () => api().dataSources.create({ provider: 'custom:shop', owner_email: stranger }),
      import: () => api().imports.create({ object: 'contacts', content: 'E-Mail\nx@y.example', owner_email: stranger }),
    }
    for (const [name, call] of Object.entries(refused))
      expect([name, ...(await refusal(call())).slice(0, 2)]).toEqual([name, 'invalid_input', 'unknown_user'])
    expect(await refusal(api().contacts.update({ id: contact.id, owner_email: stranger }))).toContain('/owner_email')
    const other = await api().contacts.create({ email: 'c@people.example' })
    expect(await refusal(api().contacts.merge({ id: contact.id, merge_ids: [other.id], overrides: { assigned_to: stranger } }))).toContain(
      'unknown_user',
    )
    expect(await api().contacts.get({ id: contact.id })).toEqual(contact)
    expect((await api().contacts.list({ email: 'b@people.example' })).contacts).toEqual([])
  })

  it('of a set are judged record by record', async () => {
    const records = [
      { email: 'd@people.example', owner_email: stranger },
      { email: 'e@people.example', owner_email: 'ben@acme.test' },
    ]
    const rejected = [{ index: 0, code: 'unknown_user', field: 'owner_email' }]
    expect(await api().contacts.bulkUpsert({ records, dry_run: true })).toMatchObject({ created: 1, rejected })
    expect(await api().contacts.bulkUpsert({ records })).toMatchObject({ created: 1, rejected })
    const quotes = [{ lines, owner_email: stranger }, { lines }]
    expect(await api().quotes.bulkUpsert({ records: quotes })).toMatchObject({ created: 1, rejected })
  })

  it('of a source who are no teammates stay as a custom value, with a warning', async () => {
    await api().dataSources.create({ provider: 'custom:crm', owner_email: 'ben@acme.test' })
    const push = async (owner: string) =>
      await api().sync.ingest({ provider: 'custom:crm', object: 'deals', records: [{ id: '1', name: 'Mill', amount: 5, owner }] } as never)
    const { run_id } = await push(stranger)
    expect(await api().sync.run({ id: run_id })).toMatchObject({
      warning_samples: [{ index: 0, warning: expect.stringContaining(stranger) }],
    })
    const [deal] = (await api().deals.list()).deals.filter(({ name }) => name === 'Mill')
    expect(deal).toMatchObject({ owner_email: 'ben@acme.test', custom: { source_owner: stranger } })
    await push(ada.user)
    expect((await api().deals.get({ id: deal!.id })).owner_email).toBe(ada.user)
  })

  it('of an organization without stored teammates are those of the app around it', async () => {
    const other = engine.as({ ...ada, organization: 'embedded', scopes: new Set(scopes) })
    expect((await other.contacts.create({ email: 'a@b.example', owner_email: stranger })).assigned_to).toBe(stranger)
  })
})
