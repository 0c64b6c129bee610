import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { pageUrl } from '../../../core/outreach/visits/page-url.ts'
import { scriptIntegrity, trackingScript } from '../../../core/outreach/visits/script.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { person, visitor } from '../engagement/messages.ts'

const options = { publicUrl: 'https://crm.example' }
const page = (id: string, at: string, visitor_id = 'browser-1') => ({ visitor_id, id, at, url: `https://www.x.example/${id}` })

it('pages are stored without what may be private', () => {
  expect(pageUrl('https://u:p@x.example/a?token=1&utm_source=mail#top')).toBe('https://x.example/a?utm_source=mail')
  for (const wrong of ['javascript:alert(1)', 'file:///etc', 'x', `https://x.example/${'a'.repeat(3_000)}`])
    expect(pageUrl(wrong)).toBeUndefined()
})

it('the script is small, and pages can make sure that it is this one', () => {
  expect(Buffer.byteLength(trackingScript)).toBeLessThanOrEqual(2_048)
  expect(scriptIntegrity).toMatch(/^sha384-/)
})

describeStorages('website tracking', (open) => {
  it('counts a visit of a contact once, at its start, and tells of it once', async () => {
    const { api } = await open(options)
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    const told = async () => (await api.events.list({ limit: 50 })).events.filter(({ type }) => type === 'contact.website_visit')
    const before = [page('a', '2026-01-14T23:50:00Z'), page('b', '2026-01-15T00:10:00Z'), page('c', '2026-01-15T08:00:00Z')]
    expect(await api.tracking.track({ visits: before })).toEqual({ accepted: 3, dropped: { bot: 0, origin: 0, invalid: 0 } })
    expect(await api.tracking.identify({ visitor_id: 'browser-1', email: 'Ann@x.example' })).toEqual({
      visitor_id: 'browser-1',
      contact_id: id,
    })
    expect(await api.contacts.get({ id })).toMatchObject({ total_website_visits: 2 })
    expect(await told()).toEqual([])
    // The same again, a late page of a visit before, and a new visit.
    await api.tracking.track({ visits: [...before, page('d', '2026-01-15T00:20:00Z'), page('e', '2026-01-15T08:58:00Z')] })
    expect(await api.contacts.get({ id })).toMatchObject({ total_website_visits: 3 })
    expect((await told()).map(({ payload }) => payload)).toMatchObject([{ id, total_visits: 3, url: 'https://www.x.example/e' }])
    const { visits } = await api.tracking.list({ contact_id: id })
    expect(visits.map(({ url, is_start }) => [url.at(-1), is_start])).toEqual([
      ['e', true],
      ['c', true],
      ['d', false],
      ['b', false],
      ['a', true],
    ])
  })

  it('does not take one visitor for another, and drops what cannot be', async () => {
    const { api } = await open(options)
    const [ann, ben] = [await api.contacts.create({ email: 'ann@x.example' }), await api.contacts.create({ email: 'ben@x.example' })]
    await api.tracking.identify({ visitor_id: 'browser-1', contact_id: ann.id })
    const other = await api.tracking.identify({ visitor_id: 'browser-1', contact_id: ben.id })
    expect(other).toMatchObject({ contact_id: ben.id })
    expect(other.visitor_id).not.toBe('browser-1')
    expect(await api.tracking.identify({ visitor_id: 'browser-1', email: 'no@x.example' })).toMatchObject({ contact_id: null })
    const visits = [
      page('a', '2026-01-13T00:00:00Z'),
      page('b', '2026-01-15T09:06:00Z'),
      { ...page('c', 'x') },
      { ...page('d', '2026-01-15T09:00:00Z'), url: 'about:blank' },
    ]
    expect(await api.tracking.track({ visits })).toMatchObject({ accepted: 0, dropped: { invalid: 4 } })
    await expect(api.tracking.identify({ visitor_id: 'browser-1' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('stores as many pages of a visitor as a person may open, and takes the rest for those of a machine', async () => {
    const { api } = await open(options)
    const pages = (from: number) => Array.from({ length: 100 }, (_each, at) => page(`p${from + at}`, '2026-01-15T08:00:00Z'))
    for (let from = 0; from < 4_950; from += 100) await api.tracking.track({ visits: pages(from).slice(0, 4_950 - from) })
    expect(await api.tracking.track({ visits: pages(4_950) })).toEqual({ accepted: 50, dropped: { bot: 50, origin: 0, invalid: 0 } })
    // What is stored already is no more, and others are not held back.
    expect(await api.tracking.track({ visits: pages(4_850) })).toEqual({ accepted: 100, dropped: { bot: 0, origin: 0, invalid: 0 } })
    const other = page('x', '2026-01-15T08:00:00Z', 'browser-2')
    expect((await api.tracking.track({ visits: [...pages(5_000).slice(1), other] })).dropped.bot).toBe(99)
  })

  it('says nothing of contacts whom the caller does not see, and ties nobody to them', async () => {
    const { api, engine } = await open(options)
    const { id: contact_id } = await api.contacts.create({ email: 'ann@x.example' })
    await api.tracking.track({ visits: [page('a', '2026-01-15T08:00:00Z')] })
    const sam = engine.as({ ...ada, user: 'sam@acme.test', role: 'member', visibility: 'own' })
    const nobody = { visitor_id: 'browser-1', contact_id: null }
    for (const who of [{ email: 'Ann@x.example' }, { contact_id }, { email: 'nobody@x.example' }])
      expect(await sam.tracking.identify({ visitor_id: 'browser-1', ...who })).toEqual(nobody)
    expect(await api.contacts.get({ id: contact_id })).toMatchObject({ total_website_visits: 0 })
    const own = await sam.contacts.create({ email: 'bob@x.example' })
    expect(await sam.tracking.identify({ visitor_id: 'browser-1', email: 'bob@x.example' })).toMatchObject({ contact_id: own.id })
  })

  it('takes what the script of a site tells with its key, and nothing from elsewhere', async () => {
    const { engine, api } = await open(options)
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    const site = 'https://www.x.example'
    const { key } = await api.apiKeys.create({ name: 'Site', widget: true, allowed_origins: [site] })
    const ask = visitor(engine)
    const post = (path: string, body: object, origin: string | null = site, agent = person) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify({ key, ...body }),
        agent,
        headers: { 'content-type': 'text/plain', ...(origin && { origin }) },
      })
    const visits = [page('a', '2026-01-15T09:00:00Z'), { ...page('b', '2026-01-15T09:00:00Z'), url: 'https://evil.example/' }]
    const answer = await post('/t/v', { visits })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, site])
    expect(await answer.json()).toEqual({ accepted: 1, dropped: { bot: 0, origin: 1, invalid: 0 } })
    expect(await (await post('/t/v', { visits }, site, 'Googlebot/2.1')).json()).toMatchObject({ accepted: 0, dropped: { bot: 2 } })
    expect([(await post('/t/v', { visits }, 'https://evil.example')).status, (await post('/t/v', { visits }, null)).status]).toEqual([
      401, 401,
    ])
    expect((await post('/t/v', { visits: [{}] })).status).toBe(422)
    const odd = { ...page('c', '2026-01-15T09:00:00Z'), title: 'A\0 \ud83d', referrer: 'https://x.example/\0' }
    expect(await (await post('/t/v', { visits: [odd] })).json()).toMatchObject({ accepted: 1 })
    expect((await post('/t/i', { visitor_id: 'browser-1\0', email: 'a\0@x.example' })).status).toBe(403)
    const { identity_secret, integrity, html, allowed_origins } = await api.tracking.snippet()
    expect([integrity, html.includes(integrity), allowed_origins]).toEqual([scriptIntegrity, true, [site]])
    const who = { visitor_id: 'browser-1', contact_id: id }
    expect((await post('/t/i', who)).status).toBe(403)
    const signature = createHmac('sha256', identity_secret!).update(id).digest('hex')
    expect(await (await post('/t/i', { ...who, signature })).json()).toEqual({ visitor_id: 'browser-1' })
    expect(await api.contacts.get({ id })).toMatchObject({ total_website_visits: 1 })
    const script = await ask('/t/w.js')
    expect([await script.text(), script.headers.get('content-type')]).toEqual([trackingScript, 'text/javascript; charset=utf-8'])
  })

  it('forgets unknown visitors after 90 days, and known ones with their contact', async () => {
    const { engine, api, clock } = await open(options)
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    await api.tracking.track({ visits: [page('a', '2026-01-15T08:00:00Z'), page('b', '2026-01-15T08:00:00Z', 'browser-2')] })
    await api.tracking.identify({ visitor_id: 'browser-1', contact_id: id })
    clock.advance('91 days')
    await engine.tick()
    const { visits } = await api.tracking.list({})
    expect(visits.map(({ contact_id }) => contact_id)).toEqual([id])
    await api.privacy.erase({ contact_id: id })
    for (let step = 0; step < 10; step += 1) await (clock.advance('1 second'), engine.tick())
    expect((await api.tracking.list({})).visits).toEqual([])
  })
})
