import { pages } from 'rapport-crm/pages'
import { expect, it } from 'vitest'
import { member, PASSWORD, refused } from '../accounts/people.ts'
import { describeStorages } from '../../support/storages.ts'

const lines = [{ name: 'Chair', quantity: 2, unit_price: 50, tax_rate: 20 }]
const fields = [{ name: 'email', label: 'E-mail', type: 'email', required: true, maps_to: 'contact.email' }] as const

// On SQLite only one process may use the file, so both hosts are the same engine.
describeStorages('a suspended organization', (open, name) => {
  async function hosts() {
    const first = await open()
    const { api } = first
    await api.organization.update({ name: 'Acme' })
    const { engine } = name === 'PostgreSQL' ? await open({ place: first.place, clock: first.clock }) : first
    const { fetch } = pages(engine)
    const { id } = await api.quotes.create({ title: 'Chairs', lines, valid_until: '2026-02-15' })
    const { public_token } = await api.quotes.send({ id })
    const form = await api.forms.create({ name: 'Contact us', fields: [...fields] })
    const hook = await api.inboundWebhooks.create({ name: 'Booking' })
    const statusOf = async (path: string, init: RequestInit = {}) => (await fetch(new Request(`https://crm.test${path}`, init))).status
    const json = { 'content-type': 'application/json' }
    const seen = async () => ({
      quote: await statusOf(`/q/${public_token}`),
      form: await statusOf(form.embed.url),
      inbound: await statusOf(hook.url, { method: 'POST', headers: json, body: '{"a":1}' }),
    })
    return { first, second: engine, seen }
  }

  it('is refused at once on every host: keys, sign-in and pages; its data stay, and all works again when it is resumed', async () => {
    const { first, second, seen } = await hosts()
    const { access } = first.engine
    const account_id = await member(first.engine, 'bob@acme.test')
    const { key } = await first.api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    const held = second.as(await second.authenticate(key!))
    await held.contacts.list()
    const before = await seen()
    expect(before).toMatchObject({ quote: 200, form: 200 })

    await access.suspendOrganization('acme')
    expect((await refused(held.contacts.list())).code).toBe('unauthenticated')
    expect((await refused(second.authenticate(key!).then((actor) => second.as(actor).contacts.list()))).code).toBe('unauthenticated')
    expect(await second.accounts.memberships(account_id)).toEqual([])
    expect((await refused(second.accounts.signIn({ email: 'bob@acme.test', password: PASSWORD }))).code).toBe('unauthenticated')
    expect(await seen()).toEqual({ quote: 404, form: 404, inbound: 401 })

    await access.resumeOrganization('acme')
    expect((await second.as(await second.authenticate(key!)).quotes.list()).quotes).toHaveLength(1)
    expect(await second.accounts.memberships(account_id)).toMatchObject([{ organization: 'acme' }])
    expect(await seen()).toEqual(before)
    const { audit_log } = await first.api.audit.list({ object: 'organization' })
    expect(audit_log.map(({ action }) => action).slice(0, 2)).toEqual(['resumed', 'suspended'])
  })

  it('is not the other one', async () => {
    const { engine, api } = await open()
    await api.organization.update({ name: 'Acme' })
    await engine.access.createOrganization({ id: 'club', admin: 'eve@club.test' })
    await engine.access.suspendOrganization('club')
    const { key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read'] })
    await engine.as(await engine.authenticate(key!)).contacts.list()
    expect((await engine.access.organizations()).map(({ id, suspended_at }) => [id, suspended_at !== null])).toEqual([
      ['acme', false],
      ['club', true],
    ])
    expect(await refused(engine.access.suspendOrganization('nobody'))).toMatchObject({ code: 'not_found' })
  })
})
