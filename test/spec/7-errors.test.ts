import { expect, it } from 'vitest'
import { aBatch, aContact } from '../support/builders.ts'
import { describeContract, unknownId } from './walk.ts'

describeContract('7 Errors', (walk) => {
  it.each([
    ['a body that is not JSON', 'POST', '/contacts', '{"email":', 400, 'malformed_input'],
    ['a body that is no object', 'POST', '/contacts', '[]', 422, 'invalid_input'],
    ['no key', 'GET', '/me', undefined, 401, 'unauthenticated'],
    ['an unknown record', 'GET', `/contacts/${unknownId}`, undefined, 404, 'not_found'],
    ['an unknown path', 'GET', '/shoes', undefined, 404, 'not_found'],
    ['a method that the path does not have', 'PUT', '/contacts', '{}', 405, 'method_not_allowed'],
    ['an id that is none', 'GET', '/contacts/ada', undefined, 422, 'invalid_input'],
    ['a wrong type', 'POST', '/contacts', '{"first_name": 7}', 422, 'invalid_input'],
  ])(
    '%s is answered with a problem document: type, title, status, detail, code, errors, request_id',
    async (what, method, path, body, status, code) => {
      const me = await walk.enter()
      const headers: Record<string, string> = what === 'no key' ? { authorization: '' } : {}
      const answer = await me.send(method, path, body, headers)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(answer.json).toEqual({
        type: `urn:rapport:error:${code}`,
        title: expect.any(String),
        status,
        detail: expect.any(String),
        code,
        errors: expect.any(Array),
        request_id: answer.headers.get('x-request-id'),
      })
      expect(answer.status).toBe(status)
    },
  )

  it('a field error has a JSON pointer, a code, a message and the allowed values', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/contacts', { lifecycle_stage: 'champion', tags: ['ok', 7], address: { planet: 'Mars' } })
    expect(json.errors).toEqual(
      expect.arrayContaining([
        { path: '/lifecycle_stage', code: 'not_allowed', message: expect.any(String), allowed: expect.arrayContaining(['customer']) },
        { path: '/tags/1', code: 'invalid_type', message: expect.any(String) },
        { path: '/address/planet', code: 'unknown_field', message: expect.any(String), allowed: expect.arrayContaining(['city']) },
      ]),
    )
    const listed = await me.get('/deals?stage=demo')
    expect(listed.json.errors).toMatchObject([
      { path: '/stage', code: 'unknown_field', allowed: expect.arrayContaining(['stage_id', 'limit']) },
    ])
  })

  it.each([
    ['/deals', { name: 'Forge', contact_id: unknownId }, '/contact_id'],
    ['/deals', { name: 'Forge', lead_id: unknownId }, '/lead_id'],
    ['/deals', { name: 'Forge', primary_lead_id: unknownId }, '/primary_lead_id'],
    ['/tasks', { title: 'Call', contact_id: unknownId }, '/contact_id'],
    ['/activities', { type: 'note', body: 'Hello', contact_id: unknownId }, '/contact_id'],
    ['/quotes', { contact_id: unknownId, lines: [{ name: 'Oil', quantity: 1, unit_price: 2 }] }, '/contact_id'],
    ['/contacts', { custom: { size: 'large' } }, '/custom/size'],
    ['/contacts', { custom_properties: { size: 'large' } }, '/custom_properties/size'],
    ['/deals', { name: 'Forge', custom_properties: { size: 'large' } }, '/custom_properties/size'],
  ])('a fault of %s %j is told where it was given: at %s, alone and among others', async (path, given, pointer) => {
    const me = await walk.enter()
    for (const object of ['contacts', 'deals']) await me.post(`/properties/${object}`, { name: 'size', type: 'number' })
    const { json } = await me.post(path, given)
    expect(json.errors).toEqual([expect.objectContaining({ path: pointer })])
    if (path === '/activities') return
    const { json: set } = await me.post(`${path}/bulk`, { records: [given] })
    expect(set.rejected).toEqual([expect.objectContaining({ index: 0, field: pointer.slice(1).replace('/', '.') })])
    if (path === '/quotes') return
    const { contact_id, lead_id, custom, custom_properties } = given as Record<string, unknown>
    if (path !== '/tasks' && (contact_id ?? lead_id ?? custom ?? custom_properties))
      expect(
        (await me.post(`${path}/bulk-update`, { ids: [unknownId], set: { contact_id, lead_id, custom, custom_properties } })).json,
      ).toMatchObject({
        errors: [{ path: `/set${pointer}` }],
      })
  })

  it.each([
    ['/deals', 'currency', { name: 'Forge' }],
    ['/products', 'currency', { sku: 'A1', name: 'Anvil' }],
    ['/products', 'supplier_currency', { sku: 'A1', name: 'Anvil' }],
    ['/price-rules', 'currency', { name: 'Ten', kind: 'fixed_price', value: 10 }],
    ['/companies', 'currency', { name: 'Acme' }],
    ...['/quotes', '/orders', '/invoices', '/credit-notes'].map((path) => [
      path,
      'currency',
      { lines: [{ name: 'Oil', quantity: 1, unit_price: 2 }] },
    ]),
  ] as [string, string, object][])('%s takes as %s what ISO 4217 has', async (path, field, given) => {
    const me = await walk.enter()
    for (const code of ['ZZZ', 'eur', 'EURO', '']) {
      const { status, json } = await me.post(path, { ...given, [field]: code })
      expect([code, status, json.errors[0]]).toEqual([code, 422, expect.objectContaining({ path: `/${field}`, code: 'not_allowed' })])
    }
    expect((await me.post(path, { ...given, [field]: 'CLF' })).json[field]).toBe('CLF')
  })

  it('405 lists the allowed methods', async () => {
    const me = await walk.enter()
    const { headers } = await me.send('PUT', '/contacts', {})
    expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'POST']))
  })

  it('409 has the id of the conflicting record in a field of its own', async () => {
    const me = await walk.enter()
    const { json: first } = await me.post('/contacts', { email: 'ada@lovelace.test' })
    const { json: second } = await me.post('/contacts', { email: 'grace@hopper.test' })
    const { status, json } = await me.patch(`/contacts/${second.id}`, { email: 'ada@lovelace.test' })
    expect([status, json.code, json.existing_id]).toEqual([409, 'already_exists', first.id])
  })

  it('413: a body over 1 MiB is too large, for batches over 32 MiB', async () => {
    const me = await walk.enter()
    const large = JSON.stringify({ first_name: 'x'.repeat(1_048_577) })
    expect((await me.post('/contacts', large)).status).toBe(413)
    const batch = JSON.stringify(aBatch([aContact({ note: 'x'.repeat(2_000_000) })], { object: 'contacts' }))
    expect((await me.post('/sync/ingest', batch)).status).toBe(200)
    expect((await me.post('/sync/ingest', ' '.repeat(33_554_433))).status).toBe(413)
  })

  it('415: a body with another content type than JSON', async () => {
    const me = await walk.enter()
    expect((await me.post('/contacts', '<contact/>', { 'content-type': 'application/xml' })).status).toBe(415)
  })

  it('7.1 a used-up rate limit is a standard 429 with Retry-After', async () => {
    const me = await walk.enter()
    for (let at = 0; at < 120; at += 1) await me.get('/me')
    const { status, json, headers } = await me.get('/me')
    expect([status, json.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  it('7.2 errors of single records do not fail a batch', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/sync/ingest', aBatch([{ email: 'nonsense' }, aContact()], { object: 'contacts' }))
    expect([status, json.created, json.rejected]).toEqual([200, 1, [expect.objectContaining({ index: 0, reason: expect.any(String) })]])
  })

  it('7.3 a webhook url that is not https is invalid', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/webhooks', { url: 'http://example.com/' })
    expect([status, json.errors]).toEqual([422, [{ path: '/url', code: 'not_https', message: expect.any(String) }]])
  })

  it.each([
    ['NUL', '{"title": "a\\u0000b"}'],
    ['a lone surrogate', '{"title": "a\\ud800b"}'],
    ['a text of 70 kB', JSON.stringify({ title: 'x'.repeat(70_000) })],
    ['__proto__', '{"__proto__": {"admin": true}}'],
    ['nesting without end', `{"custom_properties": ${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`],
    ['a number that no one can hold', '{"lead_score": 1e400}'],
  ])('%s in the input is refused with 422, and nothing is written', async (_, body) => {
    const me = await walk.enter()
    const { status, json } = await me.post('/contacts', body)
    expect([status, json.code]).toEqual([422, 'invalid_input'])
    expect([(await me.get('/contacts')).json.contacts, (await me.get('/events')).json.events]).toEqual([[], []])
  })
})
