import { expect, it } from 'vitest'
import type { Api } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { inProcessByKey } from 'rapport-crm/in-process'
import { ada, describeStorages } from '../../support/storages.ts'

const fields = [
  { name: 'email', label: 'E-mail', type: 'email', required: true, maps_to: 'contact.email' },
  { name: 'name', label: 'Name', maps_to: 'contact.name' },
  { name: 'phone', type: 'tel', maps_to: 'contact.phone' },
  { name: 'city', maps_to: 'contact.city', overwrite: true },
  { name: 'street', maps_to: 'contact.address.street' },
  { name: 'firm', maps_to: 'company.name' },
  { name: 'branch', maps_to: 'company.industry' },
  { name: 'budget', type: 'number', maps_to: 'deal.amount' },
  { name: 'plan', type: 'select', options: ['Small', 'Large'], maps_to: 'contact.custom.plan' },
  { name: 'message', type: 'textarea' },
] as const satisfies Parameters<Api['forms']['create']>[0]['fields']

const given = { name: 'Contact us', fields: [...fields] }
const faults = async (call: Promise<unknown>) =>
  await call.then(
    () => 'none',
    (error: { code: string; details: { errors?: { path: string; code: string }[] } }) => [
      error.code,
      error.details.errors?.map(({ path, code }) => `${path} ${code}`),
    ],
  )

describeStorages('Forms', (open) => {
  it('make contact, company and deal of a submission, and tell of it in one event', async () => {
    const { api } = await open()
    const form = await api.forms.create({
      ...given,
      create_deal: {},
      tags: ['web'],
      assign_to: 'ada@acme.test',
      notify: ['ada@acme.test'],
      thanks: 'Thank you',
    })
    const values = {
      email: 'Ann@Forge.test',
      name: 'Ann Smith',
      firm: 'Forge',
      branch: 'Iron',
      budget: '1200,5',
      plan: 'Large',
      message: 'Call me',
      utm: 'x',
    }
    const receipt = await api.forms.submit({ id: form.id, values, submission_id: 'first' })
    expect(receipt).toMatchObject({
      form_id: form.id,
      submission_id: 'first',
      thanks: 'Thank you',
      redirect_url: null,
      contact_id: expect.any(String),
    })
    const contact = await api.contacts.get({ id: receipt.contact_id! })
    expect(contact).toMatchObject({
      email: 'ann@forge.test',
      name: 'Ann Smith',
      company: 'Forge',
      tags: ['web'],
      assigned_to: 'ada@acme.test',
      custom_properties: { plan: 'Large' },
    })
    expect(contact).toMatchObject({ created_via: `form:${form.id}` })
    expect(await api.companies.get({ id: contact.company_id! })).toMatchObject({ name: 'Forge', industry: 'Iron' })
    const { deals } = await api.deals.list({})
    expect(deals).toMatchObject([
      { name: 'Contact us - Ann Smith', amount: 1200.5, primary_lead_id: contact.id, company_id: contact.company_id },
    ])
    const { submissions } = await api.forms.listSubmissions({ id: form.id })
    expect(submissions).toMatchObject([
      {
        status: 'accepted',
        contact_id: contact.id,
        deal_id: deals[0]?.id,
        matched: false,
        values: { message: 'Call me', budget: 1200.5, utm: 'x' },
      },
    ])
    const { events } = await api.events.list({ type: 'form.submitted' })
    expect(events).toMatchObject([
      {
        entity_type: 'contact',
        entity_id: contact.id,
        payload: {
          form_id: form.id,
          form_name: 'Contact us',
          submission_id: 'first',
          values: { email: 'Ann@Forge.test' },
          contact_id: contact.id,
        },
      },
    ])
    expect(await api.forms.submit({ id: form.id, values: { email: 'other@forge.test' }, submission_id: 'first' })).toEqual(receipt)
    expect((await api.events.list({ type: 'form.submitted' })).events).toHaveLength(1)
    expect((await api.notifications.list({})).notifications).toMatchObject([{ title: 'Contact us: Ann Smith' }])
    expect(await api.forms.get({ id: form.id })).toMatchObject({
      stats: { submissions: 1, spam: 0, new_contacts: 1, last_submission_at: expect.any(String) },
    })
    const sent = await api.forms.listSubmissions({ id: form.id })
    await api.forms.delete({ id: form.id })
    expect(await api.forms.listSubmissions({ id: form.id })).toEqual(sent)
    expect(await faults(api.forms.listSubmissions({ id: '01a00000-0000-7000-8000-000000000000' }))).toEqual(['not_found', undefined])
  })

  it('fill only what is empty of a known contact, unless the field overwrites', async () => {
    const { api } = await open()
    const form = await api.forms.create(given)
    const known = await api.contacts.create({
      email: 'ann@forge.test',
      first_name: 'Ann',
      city: 'Paris',
      address: { street: 'Rue 1' },
      company: 'Smithy',
    })
    const { contact_id } = await api.forms.submit({
      id: form.id,
      values: {
        email: 'ann@forge.test',
        name: 'Evil Eve',
        phone: '+33142278186',
        city: 'Rome',
        street: 'Via 2',
        firm: 'Evil',
        branch: 'Iron',
      },
    })
    expect(contact_id).toBe(known.id)
    const contact = await api.contacts.get({ id: known.id })
    expect(contact).toMatchObject({
      name: 'Ann',
      first_name: 'Ann',
      phone: '+33142278186',
      city: 'Rome',
      address: { street: 'Rue 1' },
      company: 'Smithy',
    })
    expect(await api.companies.get({ id: contact.company_id! })).toMatchObject({ name: 'Smithy', industry: 'Iron' })
    expect((await api.contacts.list({})).contacts).toHaveLength(1)
  })

  it('refuse wrong values by their place, and store nothing', async () => {
    const { api } = await open()
    const form = await api.forms.create({ ...given, consent: { text: 'I agree', required: true } })
    expect(await faults(api.forms.submit({ id: form.id, values: { email: 'nobody', budget: 'much', plan: 'Medium' } }))).toEqual([
      'invalid_input',
      ['/values/email invalid_format', '/values/budget invalid_type', '/values/plan not_allowed', '/consent required'],
    ])
    expect(await faults(api.forms.submit({ id: form.id, values: {}, consent: true }))).toEqual([
      'invalid_input',
      ['/values/email required'],
    ])
    expect(
      await faults(api.forms.submit({ id: form.id, values: { email: 'a@forge.test', more: 'x'.repeat(65_530) }, consent: true })),
    ).toEqual(['invalid_input', ['/values too_long']])
    expect(
      await faults(api.forms.submit({ id: form.id, values: { email: 'a@forge.test', firm: 'x'.repeat(300) }, consent: true })),
    ).toEqual(['invalid_input', ['/values/firm too_long']])
    expect((await api.forms.listSubmissions({ id: form.id })).submissions).toEqual([])
    expect((await api.contacts.list({})).contacts).toEqual([])
    await api.forms.update({ id: form.id, status: 'inactive' })
    expect(await faults(api.forms.submit({ id: form.id, values: { email: 'a@forge.test' }, consent: true }))).toMatchObject([
      'conflict',
      undefined,
    ])
  })

  it('keep the consent with its proof, and never take back a withdrawal', async () => {
    const { api } = await open()
    const form = await api.forms.create({ ...given, consent: { text: 'I agree', version: '2', topic: 'news' } })
    const { contact_id } = await api.forms.submit({ id: form.id, values: { email: 'ann@forge.test' }, consent: true })
    const consents = async (id: string) =>
      (await api.privacy.listConsents({ id })).consents.map(({ topic, state, text_version, source }) => [
        topic,
        state,
        text_version,
        source,
      ])
    expect(await consents(contact_id!)).toEqual([['news', 'subscribed', '2', `form:${form.id}`]])
    await api.contacts.unsubscribe({ id: contact_id!, topic: 'news' })
    await api.forms.submit({ id: form.id, values: { email: 'ann@forge.test' }, consent: true })
    expect((await consents(contact_id!))[0]?.[1]).toBe('unsubscribed')
  })

  it('are refused with fields that no form may fill, and say what was meant', async () => {
    const { api } = await open()
    const check = (maps_to: string) => faults(api.forms.create({ name: 'F', fields: [{ name: 'a', maps_to }] }))
    for (const maps_to of [
      'contact.assigned_to',
      'contact.do_not_contact',
      'contact.id',
      'contact.lead_score',
      'contact.company_id',
      'deal.owner_email',
      'deal.score',
      'company.custom',
      'email',
      'contact.address',
      '__proto__.x',
      'contact.__proto__',
    ])
      expect([maps_to, await check(maps_to)]).toEqual([maps_to, ['invalid_input', ['/fields/0/maps_to not_allowed']]])
    await expect(api.forms.create({ name: 'F', fields: [{ name: 'a', maps_to: 'contact.emial' }] })).rejects.toThrow(
      'Did you mean "contact.email"?',
    )
    const bad = {
      name: 'F',
      fields: [
        { name: 'a', type: 'select' as const },
        { name: 'A', hidden: true, required: true },
      ],
    }
    expect(await faults(api.forms.create(bad))).toEqual([
      'invalid_input',
      ['/fields/0/options required', '/fields/1/name not_unique', '/fields/1/default required'],
    ])
    expect(await faults(api.forms.create({ ...given, allowed_origins: ['https://a.test/x'] }))).toEqual([
      'invalid_input',
      ['/allowed_origins/0 invalid_format'],
    ])
    expect(await faults(api.forms.create({ ...given, redirect_url: 'http://a.test/x' }))).toMatchObject([
      'invalid_input',
      ['/redirect_url invalid_format'],
    ])
    for (const [create_deal, fault] of [
      [{ pipeline_id: '00000000-0000-4000-8000-000000000000' }, '/create_deal/pipeline_id unknown_record'],
      [{ stage_id: 'nowhere' }, '/create_deal/stage_id unknown_stage'],
    ] as const)
      expect(await faults(api.forms.create({ ...given, create_deal }))).toEqual(['invalid_input', [fault]])
    const { id } = await api.forms.create({ ...given, create_deal: { stage_id: 'demo' } })
    expect(await faults(api.forms.update({ id, create_deal: { stage_id: 'nowhere' } }))).toEqual([
      'invalid_input',
      ['/create_deal/stage_id unknown_stage'],
    ])
    expect(await faults(api.forms.create({ ...given, spam: { captcha: true } }))).toEqual(['invalid_input', ['/spam/captcha not_allowed']])
  })

  it('take the submissions of a widget-only key, which learns nothing of the contact and is limited', async () => {
    const { engine, api, clock } = await open()
    const form = await api.forms.create(given)
    const { key } = await api.apiKeys.create({ name: 'Site', widget: true, allowed_origins: ['https://www.forge.test'] })
    const { fetch } = http(engine)
    const send = async (email: string, origin = 'https://www.forge.test') => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', origin }
      const init = { method: 'POST', headers, body: JSON.stringify({ values: { email } }) }
      const answer = await fetch(new Request(`https://crm.test/api/v1/forms/${form.id}/submissions`, init), { ip: '203.0.113.4' })
      return [answer.status, await answer.json()]
    }
    expect(await send('ann@forge.test', 'https://evil.test')).toMatchObject([401, { code: 'unauthenticated' }])
    await api.contacts.create({ email: 'ann@forge.test' })
    expect(await send('ann@forge.test')).toMatchObject([201, { contact_id: null }])
    const codes = async (emails: readonly string[]) => {
      const found = []
      for (const each of emails) found.push((await send(each))[0])
      return found
    }
    expect(await codes(['ann@forge.test', 'ann@forge.test', 'ann@forge.test'])).toEqual([201, 201, 429])
    clock.advance(120_000)
    expect(await codes(['a@forge.test', 'b@forge.test', 'c@forge.test', 'd@forge.test', 'e@forge.test', 'f@forge.test'])).toEqual([
      201, 201, 201, 201, 201, 429,
    ])
    await expect((await inProcessByKey(engine, key!)).forms.list({})).rejects.toMatchObject({ code: 'insufficient_scope' })
  })

  it('say nothing of contacts whom the sender does not see', async () => {
    const { engine, api } = await open()
    const form = await api.forms.create(given)
    const { id } = await api.contacts.create({ email: 'ann@forge.test' })
    const sam = engine.as({ ...ada, user: 'sam@acme.test', role: 'member', visibility: 'own' })
    for (const email of ['ann@forge.test', 'new@forge.test'])
      expect((await sam.forms.submit({ id: form.id, values: { email } })).contact_id).toBeNull()
    expect((await api.forms.submit({ id: form.id, values: { email: 'ann@forge.test' } })).contact_id).toBe(id)
    const own = await sam.contacts.create({ email: 'own@forge.test' })
    expect((await sam.forms.submit({ id: form.id, values: { email: 'own@forge.test' } })).contact_id).toBe(own.id)
  })

  it('say who the visitor is who has submitted them, with the visits so far', async () => {
    const { api, clock } = await open()
    const form = await api.forms.create(given)
    const visit = { visitor_id: 'browser-1', id: 'page-1', url: 'https://one.example/', at: clock.now().toISOString() }
    await api.tracking.track({ visits: [visit] })
    const { contact_id } = await api.forms.submit({ id: form.id, values: { email: 'ann@forge.test' }, visitor_id: 'browser-1' })
    expect(await api.contacts.get({ id: contact_id ?? '' })).toMatchObject({ total_website_visits: 1 })
    // Somebody else at the same browser is another visitor.
    const other = await api.forms.submit({ id: form.id, values: { email: 'ben@forge.test' }, visitor_id: 'browser-1' })
    expect(await api.contacts.get({ id: other.contact_id ?? '' })).toMatchObject({ total_website_visits: 0 })
  })
})
