import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('contacts', (open) => {
  it('are listed by any of their addresses, together with other filters', async () => {
    const { api } = await open()
    const { id } = await api.contacts.create({ emails: [{ email: 'ada@lovelace.test', primary: true }, { email: 'ada@king.test' }] })
    await api.contacts.create({ email: 'charles@babbage.test', lead_status: 'NEW' })
    for (const email of ['ada@lovelace.test', 'Ada@King.TEST', 'ada@nobody.test'])
      expect((await api.contacts.list({ email })).contacts.map((each) => each.id)).toEqual(email.endsWith('nobody.test') ? [] : [id])
    expect((await api.contacts.list({ email: 'ada@king.test', lead_status: 'NEW' })).contacts).toEqual([])
    const filter = { primary_email: { contains: 'babbage' } }
    expect((await api.contacts.list({ email: 'ada@king.test', filter })).contacts).toEqual([])
    await api.contacts.delete({ id })
    expect((await api.contacts.list({ email: 'ada@king.test' })).contacts).toEqual([])
    expect((await api.contacts.list({ email: 'ada@lovelace.test', deleted: 'only' })).contacts).toMatchObject([{ id }])
  })

  it('are one per e-mail address, in any case, and a second create completes the first', async () => {
    const { api } = await open()
    const first = await api.contacts.create({ email: ' Ada@Lovelace.test ', first_name: 'Ada', tags: ['Math', 'VIP'] })
    expect((await api.contacts.list({ email: 'Ada@Lovelace.TEST ' })).contacts.map(({ id }) => id)).toEqual([first.id])
    const second = await api.contacts.create({ email: 'ada@lovelace.TEST', last_name: 'Lovelace', tags: ['vip', 'poet'] })
    expect(second).toMatchObject({
      id: first.id,
      email: 'ada@lovelace.test',
      first_name: 'Ada',
      name: 'Ada Lovelace',
      tags: ['Math', 'VIP', 'poet'],
      version: 2,
    })
  })

  it('without any value are refused in single and set writes', async () => {
    const { api } = await open()
    const nothing = { errors: [{ path: '/email', code: 'required' }] }
    for (const input of [{}, { first_name: ' ', emails: [], tags: [], custom: {} }])
      await expect(api.contacts.create(input)).rejects.toMatchObject({ code: 'invalid_input', details: nothing })
    const records = [
      { title: null },
      { phones: [{ phone: '+49 30 1234567' }] },
      { company: 'Lovelace Ltd' },
      { lifecycle_stage: 'lead' as const },
    ]
    expect(await api.contacts.bulkUpsert({ records })).toMatchObject({
      created: 3,
      rejected: [{ index: 0, code: 'required', field: 'email' }],
    })
    expect((await api.contacts.list({})).contacts).toHaveLength(3)
  })

  it('are found by a secondary e-mail address too', async () => {
    const { api } = await open()
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test', emails: [{ email: 'Ada@Home.test', label: 'home' }] })
    expect((await api.contacts.create({ email: 'ada@home.test', title: 'Countess' })).id).toBe(id)
    await api.contacts.update({ id, emails: [] })
    expect((await api.contacts.create({ email: 'ada@home.test' })).id).not.toBe(id)
  })

  it('have the address and number that are marked as primary, else the first ones, without blanks around them', async () => {
    const { api } = await open()
    const emails = [{ email: 'ada@home.test' }, { email: ' Ada@Lovelace.test\n', primary: true }]
    const phones = [{ phone: '06 12 34 56 78', label: 'mobile' }]
    const ada = await api.contacts.create({ emails, phones, country: 'France' })
    const shown = [
      { email: 'ada@lovelace.test', label: null, primary: true },
      { email: 'ada@home.test', label: null, primary: false },
    ]
    expect(ada).toMatchObject({ email: 'ada@lovelace.test', emails: shown, email_domain: 'lovelace.test' })
    expect(ada).toMatchObject({ phone: '+33612345678', phones: [{ phone: '+33612345678', label: 'mobile', primary: true }] })
    expect((await api.companies.get({ id: ada.company_id ?? '' })).domain).toBe('lovelace.test')
    const moved = await api.contacts.update({ id: ada.id, email: 'ada@home.test' })
    expect(moved.emails.map(({ email, primary }) => [email, primary])).toEqual([
      ['ada@home.test', true],
      ['ada@lovelace.test', false],
    ])
    expect((await api.contacts.create({ emails: [{ email: 'ada@lovelace.test' }] })).email).toBe('ada@home.test')
    const { results } = await api.contacts.bulkUpsert({
      records: [{ emails: [{ email: ' Bob@gmail.com' }], phones: [{ phone: '+49 30 901820' }] }],
    })
    const bob = { primary_email: 'bob@gmail.com', phone: '+4930901820', phone_raw: '+4930901820' }
    expect(await api.contacts.get({ id: results[0]!.id! })).toMatchObject(bob)
  })

  it('list their primary address and number among all others, and accept that list as input', async () => {
    const { api } = await open()
    const ada = await api.contacts.create({ email: 'ada@lovelace.test', phone: '+49 30 901820' })
    const emails = [{ email: 'ada@lovelace.test', label: null, primary: true }]
    expect(ada).toMatchObject({ emails, phones: [{ phone: '+4930901820', label: null, primary: true }] })
    expect(await api.contacts.update({ id: ada.id, emails: ada.emails, phones: ada.phones })).toEqual(ada)
    const { updated, unchanged } = await api.contacts.bulkUpsert({ records: [{ email: 'ada@lovelace.test', emails }] })
    expect([updated, unchanged]).toEqual([0, 1])
    const more = await api.contacts.update({ id: ada.id, emails: [...emails, { email: 'ada@home.test', label: 'home' }] })
    expect(more.emails).toEqual([...emails, { email: 'ada@home.test', label: 'home', primary: false }])
    expect((await api.contacts.update({ id: ada.id, email: null, emails: [] })).emails).toEqual([])
  })

  it('are found by an external id before their e-mail address, and keep all external ids', async () => {
    const { api } = await open()
    const { id } = await api.contacts.create({ email: 'ada@lovelace.test' })
    const external = [
      { provider: 'custom:erp', id: '7' },
      { provider: 'custom:erp', id: '7' },
    ]
    expect((await api.contacts.create({ email: 'ada@lovelace.test', external_ids: external })).id).toBe(id)
    expect((await api.contacts.create({ email: 'other@lovelace.test', external_ids: [external[0]!] })).id).toBe(id)
  })

  it('cannot take the e-mail of another contact', async () => {
    const { api } = await open()
    const ada = await api.contacts.create({ email: 'ada@lovelace.test' })
    const bob = await api.contacts.create({ email: 'bob@lovelace.test' })
    await expect(api.contacts.update({ id: bob.id, email: 'ada@lovelace.test' })).rejects.toMatchObject({
      code: 'already_exists',
      details: { existing_id: ada.id },
    })
  })

  it('have addresses of any alphabet, first and further ones', async () => {
    const { api } = await open()
    const contact = await api.contacts.create({ email: 'Jürgen@München.de', emails: [{ email: 'юрий@почта.рф' }] })
    expect(contact).toMatchObject({ email: 'jürgen@münchen.de', emails: [{ email: 'jürgen@münchen.de' }, { email: 'юрий@почта.рф' }] })
    expect((await api.contacts.get({ id: contact.id })).email).toBe('jürgen@münchen.de')
  })

  it('belong to the company of their e-mail domain, then of their company name, then to a new one', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'Lovelace Ltd', domain: 'www.lovelace.test' })
    expect(await api.contacts.create({ email: 'ada@mail.lovelace.test', company: 'Something else' })).toMatchObject({
      company_id: company.id,
      company: 'Lovelace Ltd',
    })
    expect((await api.contacts.create({ email: 'bob@gmail.com', company: 'LOVELACE, Ltd.' })).company_id).toBe(company.id)
    const made = await api.contacts.create({ email: 'eve@newco.test', company: 'NewCo' })
    expect(await api.companies.get({ id: made.company_id ?? '' })).toMatchObject({ name: 'NewCo', domain: 'newco.test' })
  })

  it('give their company the domain or the name that it lacks, so that a colleague finds it', async () => {
    const { api } = await open()
    const named = await api.companies.create({ name: 'Hopper' })
    await api.contacts.create({ email: 'grace@hopper.test', company: 'Hopper' })
    expect((await api.contacts.create({ email: 'mary@hopper.test' })).company_id).toBe(named.id)
    const first = await api.contacts.create({ email: 'alan@turing.test' })
    await api.contacts.create({ email: 'joan@turing.test', company: 'Turing Machines' })
    expect(await api.companies.get({ id: first.company_id ?? '' })).toMatchObject({ name: 'Turing Machines', domain: 'turing.test' })
  })

  it('that are known name a company that has only a domain, and are linked to the first company they name, in single and set writes', async () => {
    const { api } = await open()
    const one = await api.contacts.create({ email: 'ada@lovelace.test' })
    const two = await api.contacts.create({ email: 'grace@hopper.test' })
    const three = await api.contacts.create({ email: 'joan@gmail.com' })
    const four = await api.contacts.create({ email: 'jean@gmail.com' })
    const named = await api.contacts.create({ email: 'ada@lovelace.test', company: 'Lovelace Ltd' })
    const linked = await api.contacts.create({ email: 'joan@gmail.com', company: 'Clarke SA' })
    await api.contacts.bulkUpsert({
      records: [
        { email: 'grace@hopper.test', company: 'Hopper Inc' },
        { email: 'jean@gmail.com', company: 'clarke, s.a.' },
        { email: 'joan@gmail.com', company: 'Lovelace Ltd' },
      ],
    })
    expect([named.id, named.company_id]).toEqual([one.id, one.company_id])
    expect(await api.companies.get({ id: one.company_id! })).toMatchObject({ name: 'Lovelace Ltd', domain: 'lovelace.test' })
    expect(await api.companies.get({ id: two.company_id! })).toMatchObject({ name: 'Hopper Inc', domain: 'hopper.test' })
    expect([three.company_id, linked.company_id]).toEqual([null, expect.any(String)])
    expect((await api.contacts.get({ id: three.id })).company_id).toBe(linked.company_id)
    expect((await api.contacts.get({ id: four.id })).company).toBe('clarke, s.a.')
    expect((await api.companies.list()).companies).toHaveLength(4)
  })

  it('whose company name is an empty field of a form get no company by it, in single and set writes', async () => {
    const { api } = await open()
    for (const company of ['', ' ']) {
      await api.contacts.create({ email: `made${company}@gmail.test`.replace(' ', '2'), company })
      const { results } = await api.contacts.bulkUpsert({ records: [{ first_name: 'Ada', company }] })
      await api.contacts.update({ id: String(results[0]?.id), company })
    }
    expect((await api.companies.list({})).companies).toMatchObject([{ name: 'gmail.test' }])
    expect((await api.contacts.list({})).contacts.map(({ company }) => company)).toEqual([null, 'gmail.test', null, 'gmail.test'])
  })

  it('with an address of a free-mail domain get no company by it', async () => {
    const { api } = await open()
    const made = await Promise.all(
      ['a@gmail.com', 'b@gmx.de', 'c@orange.fr', 'd@example.com'].map((email) => api.contacts.create({ email })),
    )
    expect(made.map(({ company_id }) => company_id)).toEqual([null, null, null, null])
    expect((await api.companies.list()).companies).toEqual([])
  })

  it('show industry and size of their company, also after it changed', async () => {
    const { api } = await open()
    const { id } = await api.companies.create({ name: 'Lovelace', domain: 'lovelace.test', industry: 'Engines', employees: 3 })
    const ada = await api.contacts.create({ email: 'ada@lovelace.test' })
    expect(ada).toMatchObject({ organization_industry: 'Engines', organization_num_employees: 3 })
    await api.companies.update({ id, employees: 4 })
    expect((await api.contacts.get({ id: ada.id })).organization_num_employees).toBe(4)
  })

  it('accept the field names of other record types', async () => {
    const { api } = await open()
    const made = await api.contacts.create({ email: 'ada@lovelace.test', owner_email: 'bob@acme.test', custom: { shoe: 41 } })
    expect(made).toMatchObject({ assigned_to: 'bob@acme.test', custom_properties: { shoe: 41 } })
  })

  it('keep the phone in E.164 and as it was typed, and the country as ISO code', async () => {
    const { api } = await open()
    const unknown = { code: 'invalid_input', details: { errors: [{ path: '/country', code: 'unknown_country' }] } }
    await expect(api.contacts.create({ email: 'c@x.test', country: 'Atlantis' })).rejects.toMatchObject(unknown)
    await expect(api.companies.create({ name: 'Mill', country: 'Atlantis' })).rejects.toMatchObject(unknown)
    expect(await api.contacts.create({ email: 'a@x.test', country: 'Allemagne', phone: '030/1234567' })).toMatchObject({
      country: 'DE',
      phone: '+49301234567',
      phone_raw: '030/1234567',
    })
    expect(await api.contacts.create({ email: 'b@x.test', phone: 'ext. 12' })).toMatchObject({ phone: 'ext. 12', phone_raw: 'ext. 12' })
    expect(await api.contacts.create({ email: 'b@x.test', address: { city: 'Wien', country: 'Austria' } })).toMatchObject({
      address: { city: 'Wien', country: 'AT' },
    })
  })

  it('refuse an unknown language and time zone, in single and set writes', async () => {
    const { api } = await open()
    const known = await api.contacts.create({ email: 'a@x.test', language: 'pt-BR', timezone: 'America/Sao_Paulo' })
    for (const wrong of [{ language: 'not a tag' }, { timezone: 'Mars/Olympus' }, { timezone: '+02:00' }]) {
      const [field] = Object.keys(wrong)
      await expect(api.contacts.update({ id: known.id, ...wrong })).rejects.toMatchObject({
        details: { errors: [{ path: `/${field}`, code: 'not_allowed' }] },
      })
      const { rejected } = await api.contacts.bulkUpsert({ records: [{ email: 'b@x.test', ...wrong }] })
      expect(rejected).toMatchObject([{ code: 'not_allowed', field }])
    }
    expect(await api.contacts.update({ id: known.id, language: null, timezone: null })).toMatchObject({ language: null, timezone: null })
  })

  it('that a create finds again follow the company that it names, as in a set and in an update', async () => {
    const { api } = await open()
    const company = await api.companies.create({ name: 'Analytical Engines', industry: 'Machines', employees: 12 })
    const writes = {
      'one@lovelace.test': (email: string) => api.contacts.create({ email, company_id: company.id }),
      'set@lovelace.test': (email: string) => api.contacts.bulkUpsert({ records: [{ email, company_id: company.id }] }),
      'named@lovelace.test': async (email: string) => {
        const [found] = (await api.contacts.list({ email })).contacts
        await api.contacts.update({ id: found!.id, company_id: company.id })
      },
    }
    for (const [email, write] of Object.entries(writes)) {
      await api.contacts.create({ email })
      await write(email)
      expect((await api.contacts.list({ email })).contacts).toMatchObject([
        { company_id: company.id, company: 'Analytical Engines', organization_industry: 'Machines', organization_num_employees: 12 },
      ])
    }
    const unknown = { email: 'one@lovelace.test', company_id: '01890000-0000-7000-8000-000000000000' }
    const details = { errors: [{ path: '/company_id', code: 'unknown_record' }] }
    await expect(api.contacts.create(unknown)).rejects.toMatchObject({ code: 'invalid_input', details })
  })

  it('refuse a company that does not exist', async () => {
    const { api } = await open()
    const company_id = '01890000-0000-7000-8000-000000000000'
    await expect(api.contacts.create({ email: 'a@x.test', company_id })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/company_id' }] },
    })
  })

  it('make one event per rule for a change, with from, to and changed', async () => {
    const { api } = await open()
    const { id } = await api.contacts.create({ email: 'ada@gmail.com', tags: ['a', 'b'] })
    await api.contacts.update({
      id,
      pipeline_stage: 'new',
      lead_status: 'open',
      lifecycle_stage: 'lead',
      lead_score: 5,
      assigned_to: 'bob@acme.test',
      tags: ['b', 'c'],
      linkedin_connection_status: 'connected',
      language: 'en',
    })
    await api.contacts.update({ id, pipeline_stage: 'new', tags: ['b', 'c'], language: 'fr' })
    const { events } = await api.events.list({ limit: 50 })
    const seen = Object.fromEntries(events.map(({ type, payload }) => [type, payload]))
    expect(events.map(({ type }) => type).toSorted()).toEqual(
      [
        'created',
        'stage_changed',
        'status_changed',
        'lifecycle_changed',
        'score_changed',
        'owner_changed',
        'linkedin_connected',
        'tags_changed',
        'property_changed',
        'updated',
        'updated',
      ]
        .map((each) => `contact.${each}`)
        .toSorted(),
    )
    expect(seen['contact.score_changed']).toMatchObject({ from: 0, to: 5, id, email: 'ada@gmail.com', owner: 'bob@acme.test' })
    expect(seen['contact.tags_changed']).toMatchObject({ from: ['a', 'b'], to: ['b', 'c'], added: ['c'], removed: ['a'] })
    expect(seen['contact.property_changed']).toMatchObject({
      changed: ['pipeline_stage', 'lead_status', 'lifecycle_stage', 'lead_score', 'assigned_to', 'tags'],
    })
  })
})
