import { expect, it } from 'vitest'
import { Type } from '@sinclair/typebox'
import { operation, plugin, Records } from 'rapport-crm'
import { pages } from 'rapport-crm/pages'
import { Email } from '../../../core/outreach/emails/entity.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const fields = [
  { name: 'email', label: 'E-mail', type: 'email', required: true, maps_to: 'contact.email' },
  { name: 'name', label: 'Your <name>', maps_to: 'contact.name' },
  { name: 'topics', type: 'checkboxes', options: ['A', 'B', 'C'] as string[] },
  { name: 'source', hidden: true, default: 'page', maps_to: 'contact.primary_source' },
] as const

// No operation reads the texts of messages yet.
const readMails = operation({
  id: 'readMails',
  summary: 'The texts of all messages',
  scope: 'read',
  route: 'GET /mails',
  input: Type.Object({}),
  output: Type.Array(Type.Unknown()),
  uses: { records: Records },
  handle: async (_input, { records }) => await records.columns(Email, ['text']),
})
const mails = plugin({ name: 'mails', version: '1.0.0', operations: { mails: { readMails } } })

describeStorages('The page of a form', (open) => {
  const serve = async (values: object = {}) => {
    const { api, engine, clock } = await open({ plugins: [mails] })
    const form = await api.forms.create({
      name: 'Contact us',
      fields: [...fields],
      ...values,
    })
    const { fetch } = pages(engine)
    const path = form.embed.url
    const get = async (headers: Record<string, string> = {}, at = path) => {
      const answer = await fetch(new Request(`https://crm.test${at}`, { headers }), { ip: '203.0.113.7' })
      return { answer, text: await answer.text() }
    }
    const stamp = async () => /name="_stamp" value="([^"]+)"/.exec((await get()).text)?.[1] ?? ''
    const post = async (sent: readonly (readonly [string, string])[], headers: Record<string, string> = {}, ip = '203.0.113.7') => {
      const body = new URLSearchParams(sent.map((pair) => [...pair])).toString()
      return await raw(body, 'application/x-www-form-urlencoded', headers, ip)
    }
    const raw = async (body: string, type: string, headers: Record<string, string> = {}, ip = '203.0.113.8') => {
      const init = { method: 'POST', headers: { 'content-type': type, ...headers }, body }
      const answer = await fetch(new Request(`https://crm.test${path}`, init), { ip })
      return { answer, status: answer.status, text: await answer.text() }
    }
    const submissions = async (status: 'accepted' | 'spam' = 'accepted') =>
      (await api.forms.listSubmissions({ id: form.id, status })).submissions
    return { api, engine, clock, form, get, post, raw, stamp, submissions, fetch }
  }

  it('asks without a script, escapes all that people wrote, and forbids what it does not need', async () => {
    const { get } = await serve({ introduction: '<script>alert(1)</script>', redirect_url: 'https://www.forge.test/thanks' })
    const { answer, text } = await get({ 'accept-language': 'de' })
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, 'de'])
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' https://www.forge.test;")
    expect(text).not.toContain('<script')
    expect(text).toContain('Your &lt;name&gt;')
    expect(text).toContain('Senden')
    for (const path of ['/f/unknown', '/f/%00', '/f/%00/embed.js', `/f/${'a'.repeat(5_000)}`])
      expect((await get({}, path)).answer.status).toBe(404)
  })

  it('takes what is typed once, and repeats its answer', async () => {
    const { post, stamp, submissions, clock, api } = await serve({ thanks: 'Well done' })
    const sent = [
      ['email', 'ann@forge.test'],
      ['topics', 'A'],
      ['topics', 'C'],
      ['source', 'page'],
      ['extra', 'kept'],
      ['_stamp', await stamp()],
    ] as const
    clock.advance(5_000)
    for (let time = 0; time < 3; time += 1)
      expect(await post(sent)).toMatchObject({ status: 200, text: expect.stringContaining('Well done') })
    expect(await submissions()).toMatchObject([{ via: 'page', values: { email: 'ann@forge.test', topics: ['A', 'C'], extra: 'kept' } }])
    expect((await api.contacts.list({})).contacts).toMatchObject([{ email: 'ann@forge.test', primary_source: 'page' }])
  })

  it('shows wrong answers again with what was typed, and what comes too fast or too late', async () => {
    const { post, stamp, submissions, clock } = await serve({ consent: { text: 'I agree', required: true } })
    const early = await post([
      ['email', 'ann@forge.test'],
      ['_stamp', await stamp()],
    ])
    expect([early.status, early.text.includes('value="ann@forge.test"')]).toEqual([422, true])
    const old = await stamp()
    clock.advance(25 * 3_600_000)
    expect(
      (
        await post([
          ['email', 'ann@forge.test'],
          ['_consent', 'yes'],
          ['_stamp', old],
        ])
      ).status,
    ).toBe(422)
    const wrong = await post([
      ['email', 'nobody'],
      ['name', '"><b>'],
      ['topics', 'B'],
      ['_stamp', await stamp()],
    ])
    expect(wrong.status).toBe(422)
    clock.advance(5_000)
    const faulty = await post([
      ['email', 'nobody'],
      ['name', '"><b>'],
      ['topics', 'B'],
      ['_stamp', /name="_stamp" value="([^"]+)"/.exec(wrong.text)?.[1] ?? ''],
    ])
    expect(faulty.status).toBe(422)
    expect(faulty.text).toContain('value="&quot;&gt;&lt;b&gt;"')
    expect(faulty.text).toContain('id="f-email-wrong"')
    expect(faulty.text).toContain('id="f-_consent-wrong"')
    expect(faulty.text).toMatch(/value="B"\s+checked/)
    expect(await submissions()).toEqual([])
  })

  it('keeps apart what fills the field that nobody sees, with the answer of a good one, until somebody accepts it', async () => {
    const { post, stamp, submissions, clock, api, form } = await serve()
    const own = await stamp()
    clock.advance(5_000)
    const spam = await post([
      ['email', 'ann@forge.test'],
      ['fax_number', '1'],
      ['_stamp', own],
    ])
    expect([spam.status, spam.text.includes('Thank you')]).toEqual([200, true])
    expect([
      await submissions(),
      (await api.contacts.list({})).contacts,
      (await api.events.list({ type: 'form.submitted' })).events,
    ]).toEqual([[], [], []])
    const [kept] = await submissions('spam')
    expect(kept).toMatchObject({ status: 'spam', reason: 'trap', contact_id: null })
    const accepted = await api.forms.acceptSubmission({ id: form.id, submissionId: kept!.id })
    expect(accepted).toMatchObject({ status: 'accepted', reason: null, contact_id: expect.any(String) })
    expect((await api.events.list({ type: 'form.submitted' })).events).toHaveLength(1)
    await expect(api.forms.acceptSubmission({ id: form.id, submissionId: kept!.id })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is taken from pages of allowed origins alone', async () => {
    const { post, stamp, submissions, clock, form, fetch } = await serve({ allowed_origins: ['https://www.forge.test'] })
    const own = await stamp()
    clock.advance(5_000)
    const sent = [
      ['email', 'ann@forge.test'],
      ['_stamp', own],
    ] as const
    for (const origin of ['null', 'https://forge.test', 'https://www.forge.test.evil.test', 'http://www.forge.test']) {
      const { status, answer } = await post(sent, { origin, accept: 'application/json' })
      expect([origin, status, answer.headers.get('access-control-allow-origin')]).toEqual([origin, 403, null])
    }
    const taken = await post(sent, { origin: 'https://www.forge.test', accept: 'application/json', 'sec-fetch-site': 'cross-site' })
    expect([taken.status, taken.answer.headers.get('access-control-allow-origin')]).toEqual([200, 'https://www.forge.test'])
    expect(JSON.parse(taken.text)).toMatchObject({ ok: true, redirect_url: null, html: expect.stringContaining('Thank you') })
    expect(await submissions()).toMatchObject([{ via: 'embed' }])
    const script = await fetch(new Request(`https://crm.test${form.embed.script}`), { ip: '203.0.113.7' })
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    const code = await script.text()
    expect(() => new Function(code)).not.toThrow()
    expect(code).not.toContain('</')
  })

  it('is limited for one network, and refuses files and what is too large', async () => {
    const { post, raw, stamp, clock } = await serve()
    const statuses = []
    for (let at = 0; at < 6; at += 1) {
      const own = await stamp()
      clock.advance(4_000)
      statuses.push(
        (
          await post([
            ['email', `ann${at}@forge.test`],
            ['_stamp', own],
          ])
        ).status,
      )
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await post([['email', 'x'.repeat(70_000)]])).status).toBe(413)
    const own = await stamp()
    clock.advance(4_000)
    const boundary = '----formBoundary7MA4YWxkTrZu0gW'
    const multipart = (...more: string[]) =>
      raw(
        ['email"\r\n\r\nzoe@forge.test', `_stamp"\r\n\r\n${own}`, ...more]
          .map((part) => `--${boundary}\r\nContent-Disposition: form-data; name="${part}\r\n`)
          .join('') + `--${boundary}--\r\n`,
        `multipart/form-data; boundary=${boundary}`,
      )
    const refused = await multipart('name"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF')
    expect([refused.status, refused.text.includes('value="zoe@forge.test"')]).toEqual([422, true])
    expect((await multipart('name"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n')).status).toBe(200)
    expect((await raw('{}', 'application/json')).status).toBe(415)
    expect((await raw('--y', 'multipart/form-data; boundary=x')).status).toBe(400)
  })

  it('leads on to an address in characters that headers have, and to none with a line break', async () => {
    const { post, stamp, clock, api } = await serve({ redirect_url: 'https://дом.test/日本?q=ü' })
    const own = await stamp()
    clock.advance(4_000)
    const { answer } = await post([
      ['email', 'ann@forge.test'],
      ['_stamp', own],
    ])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://xn--d1aqf.test/%E6%97%A5%E6%9C%AC?q=%C3%BC'])
    const broken = api.forms.create({ name: 'F', fields: [...fields], redirect_url: 'https://forge.test/\r\nSet-Cookie: a=b' })
    await expect(broken).rejects.toMatchObject({ details: { errors: [{ path: '/redirect_url' }] } })
  })

  it('lets a consent with double opt-in count once its link was followed and its button pressed, even after a withdrawal', async () => {
    const { api, form, fetch, clock, engine } = await serve({ consent: { text: 'I agree', topic: 'news' }, double_opt_in: true })
    await api.mailboxes.create({
      address: 'ada@acme.test',
      is_default: true,
      smtp: { host: 'mail.acme.test', port: 587, security: 'starttls', user: 'ada', password: 'secret' },
    } as never) // Only what the mailbox needs to be there.
    const { contact_id } = await api.forms.submit({ id: form.id, values: { email: 'ann@forge.test' }, consent: true })
    await api.contacts.unsubscribe({ id: contact_id!, topic: 'news' })
    // Only who has the address in which the link lies can confirm anything of it.
    await api.contacts.update({ id: contact_id!, email: 'other@forge.test' })
    await api.suppressions.add({ value: 'other@forge.test', kind: 'unsubscribed' })
    const suppressed = async () => (await api.suppressions.list()).suppressions.map(({ value }) => value).toSorted()
    expect(await suppressed()).toEqual(['ann@forge.test', 'other@forge.test'])
    const stateOf = async () => (await api.privacy.listConsents({ id: contact_id! })).consents.find(({ topic }) => topic === 'news')?.state
    const [mail] = (await engine.call(engine.registry.byId.get('readMails')!, {}, ada)) as { text: string | null }[]
    const path = /\/f\/\S+\/confirm\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const ask = async (method: string, at = path) =>
      (await fetch(new Request(`https://crm.test${at}`, { method }), { ip: '203.0.113.7' })).status
    expect([await ask('GET'), await ask('HEAD'), await stateOf()]).toEqual([200, 200, 'unsubscribed'])
    expect(await ask('POST', `${path}x`)).toBe(404)
    expect([await ask('POST'), await stateOf(), await ask('POST')]).toEqual([200, 'subscribed', 200])
    expect(await suppressed()).toEqual(['other@forge.test'])
    expect((await api.forms.listSubmissions({ id: form.id })).submissions).toMatchObject([{ opt_in: 'confirmed' }])
    await api.forms.submit({ id: form.id, values: { email: 'bob@forge.test' }, consent: true })
    clock.advance(8 * 86_400_000)
    expect(await ask('GET')).toBe(200)
  })
})
