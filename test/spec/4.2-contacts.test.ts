import { expect, it } from 'vitest'
import { describeContract, unknownId } from './walk.ts'

describeContract('4.2 POST /contacts', (walk) => {
  it('answers the full contact record: the same as a GET', async () => {
    const me = await walk.enter()
    const made = await me.post('/contacts', { email: 'ada@lovelace.test', first_name: 'Ada', company: 'Lovelace Ltd' })
    const read = await me.get(`/contacts/${made.json.id}`)
    expect([made.status, read.status]).toEqual([201, 200])
    expect(read.json).toEqual(made.json)
  })

  it('is deduplicated by e-mail: the second one completes the first, 200 and X-Matched: email', async () => {
    const me = await walk.enter()
    const first = await me.post('/contacts', { email: 'ada@lovelace.test', first_name: 'Ada', tags: ['math'] })
    const second = await me.post('/contacts', { email: 'ADA@Lovelace.test', last_name: 'King', tags: ['poetry'] })
    expect([first.status, first.headers.get('x-matched')]).toEqual([201, null])
    expect([second.status, second.headers.get('x-matched')]).toEqual([200, 'email'])
    expect(second.json).toMatchObject({ id: first.json.id, first_name: 'Ada', last_name: 'King', tags: ['math', 'poetry'] })
    expect((await me.get('/contacts')).json.contacts).toHaveLength(1)
  })

  it('finds the contact by a secondary address, too', async () => {
    const me = await walk.enter()
    const first = await me.post('/contacts', { email: 'ada@lovelace.test', emails: [{ email: 'countess@lovelace.test' }] })
    const second = await me.post('/contacts', { email: 'countess@lovelace.test', title: 'Countess' })
    expect(second.json).toMatchObject({ id: first.json.id, email: 'ada@lovelace.test', title: 'Countess' })
  })

  it('an address belongs to one contact, as primary or secondary one: 409 with its id', async () => {
    const me = await walk.enter()
    const { json: ada } = await me.post('/contacts', { email: 'ada@gmail.com', emails: [{ email: 'countess@gmail.com' }] })
    const { json: grace } = await me.post('/contacts', { email: 'grace@gmail.com' })
    for (const changes of [
      { email: 'countess@gmail.com' },
      { emails: [{ email: 'ada@gmail.com' }] },
      { emails: [{ email: 'countess@gmail.com' }] },
    ]) {
      const { status, json } = await me.patch(`/contacts/${grace.id}`, changes)
      expect([changes, status, json.code, json.existing_id]).toEqual([changes, 409, 'already_exists', ada.id])
    }
  })

  it('the e-mail of a deleted contact is free', async () => {
    const me = await walk.enter()
    const first = await me.post('/contacts', { email: 'ada@lovelace.test' })
    await me.delete(`/contacts/${first.json.id}`)
    expect((await me.post('/contacts', { email: 'ada@lovelace.test' })).status).toBe(201)
  })

  it('links the company of the e-mail domain', async () => {
    const me = await walk.enter()
    const company = await me.post('/companies', { name: 'Lovelace Ltd', domain: 'lovelace.test' })
    const { json } = await me.post('/contacts', { email: 'ada@sales.lovelace.test' })
    expect(json).toMatchObject({ company_id: company.json.id, company: 'Lovelace Ltd' })
  })

  it('or else the company of that name, which gets the domain, so that a colleague finds it', async () => {
    const me = await walk.enter()
    const company = await me.post('/companies', { name: 'Hopper  Inc' })
    const { json: first } = await me.post('/contacts', { email: 'grace@hopper.test', company: 'HOPPER inc' })
    const { json: second } = await me.post('/contacts', { email: 'vincent@hopper.test' })
    expect([first.company_id, second.company_id]).toEqual([company.json.id, company.json.id])
    expect((await me.get(`/companies/${company.json.id}`)).json.domain).toBe('hopper.test')
  })

  it('or else a new company', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/contacts', { email: 'alan@turing.test', company: 'Turing plc' })
    const company = await me.get(`/companies/${json.company_id}`)
    expect(company.json).toMatchObject({ name: 'Turing plc', domain: 'turing.test', created_by: me.user })
  })

  it('a domain of a free mail provider is not a company', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/contacts', { email: 'ada@gmail.com' })
    expect([json.company_id, (await me.get('/companies')).json.companies]).toEqual([null, []])
  })
})

describeContract('4.2 The other operations of contacts and companies', (walk) => {
  it.each([
    ['contacts', { email: 'ada@lovelace.test' }, { title: 'Countess' }],
    ['companies', { name: 'Lovelace Ltd', domain: 'lovelace.test' }, { industry: 'Computing' }],
  ])('%s: get, update, delete and restore answer as the convention says', async (plural, input, changes) => {
    const me = await walk.enter()
    const { json: made } = await me.post(`/${plural}`, input)
    const path = `/${plural}/${made.id}`
    expect((await me.patch(path, changes)).json).toMatchObject({ id: made.id, ...changes, version: 2 })
    const gone = await me.delete(path)
    expect([gone.status, gone.json]).toEqual([200, { deleted: true }])
    expect((await me.get(path)).status).toBe(404)
    expect((await me.get(`/${plural}?deleted=only`)).json[plural]).toMatchObject([{ id: made.id, deleted_at: expect.any(String) }])
    const back = await me.post(`${path}/restore`)
    expect([back.status, back.json]).toEqual([200, expect.objectContaining({ id: made.id, deleted_at: null })])
    expect((await me.get(path)).json).toEqual(back.json)
  })

  it('companies are deduplicated by domain, and X-Matched says so', async () => {
    const me = await walk.enter()
    const first = await me.post('/companies', { name: 'Lovelace Ltd', domain: 'https://www.lovelace.test/about' })
    const second = await me.post('/companies', { name: 'Lovelace Limited', domain: 'lovelace.test', industry: 'Computing' })
    expect(first.json.domain).toBe('lovelace.test')
    expect([second.status, second.headers.get('x-matched'), second.json.id]).toEqual([200, 'domain', first.json.id])
    expect(second.json).toMatchObject({ name: 'Lovelace Limited', industry: 'Computing' })
  })

  it('restoring conflicts with the record that got the e-mail meanwhile: 409 with its id', async () => {
    const me = await walk.enter()
    const { json: first } = await me.post('/contacts', { email: 'ada@lovelace.test' })
    await me.delete(`/contacts/${first.id}`)
    const { json: second } = await me.post('/contacts', { email: 'ada@lovelace.test' })
    const { status, json } = await me.post(`/contacts/${first.id}/restore`)
    expect([status, json.code, json.existing_id]).toEqual([409, 'already_exists', second.id])
  })

  it.each([
    ['contacts', { email: 'ada@gmail.com', emails: [{ email: 'countess@gmail.com' }] }],
    ['companies', { name: 'Lovelace Ltd', domain: 'lovelace.test' }],
    ['tasks', { title: 'Call' }],
    ['products', { sku: 'A-1', name: 'Axle' }],
    ['invoices', { currency: 'EUR', lines: [{ sku: 'A-1', name: 'Axle', quantity: 1, unit_price: 5 }] }],
  ])('%s: purge=true deletes for good, also what was deleted before, and needs an administrator', async (plural, input) => {
    const me = await walk.enter()
    await walk.engine.access.createUser({ organization: me.organization, email: 'bob@member.test', role: 'member' })
    const bob = await walk.keyFor(me, { user: 'bob@member.test' })
    const external_ids = [{ provider: 'custom:erp', id: '7' }]
    const { json: live } = await me.post(`/${plural}`, { ...input, external_ids })
    const refused = await bob.delete(`/${plural}/${live.id}?purge=true`)
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden'])
    expect((await me.delete(`/${plural}/${live.id}?purge=true`)).json).toEqual({ deleted: true })
    const { json: again } = await me.post(`/${plural}`, { ...input, external_ids })
    await me.delete(`/${plural}/${again.id}`)
    expect((await me.delete(`/${plural}/${again.id}?purge=true`)).json).toEqual({ deleted: true })
    for (const { id } of [live, again]) expect((await me.post(`/${plural}/${id}/restore`)).status).toBe(404)
    expect((await me.get(`/${plural}?deleted=only`)).json[plural]).toEqual([])
  })

  it('purging a deleted contact emits no second contact.deleted', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/contacts', { email: 'ada@gmail.com' })
    await me.delete(`/contacts/${json.id}?purge=true`)
    expect((await me.get('/events?type=contact.deleted')).json.events).toMatchObject([{ entity_id: json.id }])
  })

  it('restored, a contact is found by its secondary addresses again, a company by its further domains', async () => {
    const me = await walk.enter()
    const { json: contact } = await me.post('/contacts', { email: 'ada@gmail.com', emails: [{ email: 'countess@gmail.com' }] })
    const { json: company } = await me.post('/companies', { name: 'Lovelace Ltd', domains: ['lovelace.test'] })
    for (const path of [`/contacts/${contact.id}`, `/companies/${company.id}`]) {
      await me.delete(path)
      await me.post(`${path}/restore`)
    }
    expect((await me.post('/contacts', { email: 'countess@gmail.com' })).json.id).toBe(contact.id)
    expect((await me.post('/contacts', { email: 'grace@lovelace.test' })).json.company_id).toBe(company.id)
  })
})

describeContract('4.2 Single writes', (walk) => {
  it('an unknown field is 422 with its name, never ignored', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/contacts', { emial: 'ada@lovelace.test' })
    expect([status, json.errors]).toEqual([
      422,
      [
        {
          path: '/emial',
          code: 'unknown_field',
          message: 'is not a field of this input. Did you mean "email"?',
          allowed: expect.arrayContaining(['email', 'first_name']),
        },
      ],
    ])
    expect((await me.get('/contacts')).json.contacts).toEqual([])
  })

  it('two aliases of one field with different values are 422', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/contacts', { email: 'ada@lovelace.test', primary_email: 'grace@hopper.test' })
    expect([status, json.errors?.[0].code]).toEqual([422, 'ambiguous'])
  })

  it('If-Match with an old version is 412 and writes nothing; with the ETag of the record it writes', async () => {
    const me = await walk.enter()
    const made = await me.post('/contacts', { first_name: 'Ada' })
    const path = `/contacts/${made.json.id}`
    await me.patch(path, { title: 'Countess' })
    const lost = await me.patch(path, { title: 'Clerk' }, { 'if-match': made.headers.get('etag') ?? '' })
    expect([lost.status, lost.json.code]).toEqual([412, 'version_mismatch'])
    const read = await me.get(path)
    expect([read.json.title, read.headers.get('etag')]).toEqual(['Countess', '"2"'])
    expect((await me.patch(path, { title: 'Clerk' }, { 'if-match': '"2"' })).json).toMatchObject({ title: 'Clerk', version: 3 })
    expect((await me.delete(path, { 'if-match': '"2"' })).status).toBe(412)
  })

  it('an Idempotency-Key answers the first result again for 24 hours, and refuses another input', async () => {
    const me = await walk.enter()
    const once = { 'idempotency-key': 'order-4711' }
    const first = await me.post('/tasks', { title: 'Call' }, once)
    const again = await me.post('/tasks', { title: 'Call' }, once)
    expect([again.status, again.json, again.headers.get('idempotency-replayed')]).toEqual([201, first.json, 'true'])
    const other = await me.post('/tasks', { title: 'Write' }, once)
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_mismatch'])
    walk.clock.advance('24 hours')
    walk.clock.advance('1 second')
    expect((await me.post('/tasks', { title: 'Call' }, once)).json.id).not.toBe(first.json.id)
  })

  it('a record of another organization is unknown', async () => {
    const [me, other] = [await walk.enter(), await walk.enter()]
    const { json } = await other.post('/contacts', { email: 'secret@other.test' })
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answers = await Promise.all(
        [json.id, unknownId].map((id) => me.send(method, `/contacts/${id}`, method === 'PATCH' ? { title: 'x' } : undefined)),
      )
      const shapes = answers.map(({ status, json: problem }) => [status, problem.code, problem.detail.replace(/[0-9a-f-]{36}/, '')])
      expect(shapes[0]).toEqual(shapes[1])
      expect(shapes[0]?.[0]).toBe(404)
    }
  })
})

describeContract('4.2 Steps of a record', (walk) => {
  it('answer the whole record, like a read', async () => {
    const me = await walk.enter()
    const made = async (path: string, body: object) => (await me.post(path, body)).json
    await made('/sales-cycles', { name: 'New business', stages: [{ name: 'Fresh' }, { name: 'Warm' }] })
    const [contact, other] = [await made('/contacts', { email: 'a@one.test' }), await made('/contacts', { email: 'b@one.test' })]
    const [company, twin] = [await made('/companies', { name: 'Two', domain: 'two.test' }), await made('/companies', { name: 'Too' })]
    for (const lead_id of [contact.id, other.id]) await made('/tasks', { title: 'Call', lead_id })
    for (const company_id of [company.id, twin.id]) await made('/deals', { name: 'D', amount: 5, company_id })
    const deal = await made('/deals', { name: 'Deal' })
    await walk.engine.as({ organization: me.organization, user: me.user, scopes: new Set(['write']) }).deals.replaceLines({
      id: deal.id,
      lines: [{ name: 'Mill', quantity: 2, unit_price: 3 }],
    })
    const steps = [
      [`/contacts/${contact.id}`, 'score', { points: 3 }],
      [`/contacts/${contact.id}`, 'stage', { stage: 'Warm' }],
      [`/contacts/${contact.id}`, 'unsubscribe', {}],
      [`/contacts/${contact.id}`, 'merge', { merge_ids: [other.id] }],
      [`/companies/${company.id}`, 'merge', { merge_ids: [twin.id] }],
      [`/deals/${deal.id}`, 'move', { stage: 'demo' }],
      [`/deals/${deal.id}`, 'win', {}],
      [`/deals/${deal.id}`, 'reopen', {}],
      [`/deals/${deal.id}`, 'lose', { lost_reason: 'No budget' }],
    ] as const
    for (const [path, step, body] of steps) {
      const { merge_id, ...answer } = (await me.post(`${path}/${step}`, body)).json
      expect([step, answer, typeof merge_id]).toEqual([step, (await me.get(path)).json, step === 'merge' ? 'string' : 'undefined'])
    }
    expect((await me.get(`/contacts/${contact.id}`)).json.open_tasks).toBe(2)
    expect((await me.get(`/companies/${company.id}`)).json.open_deals_count).toBe(2)
  })
})
