import { Engine } from 'rapport-crm'
import { pages } from 'rapport-crm/pages'
import { sqlite } from 'rapport-crm/sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { ada, describeStorages, type Opened } from '../../support/storages.ts'

const browser = { 'user-agent': 'Mozilla/5.0', 'accept-language': 'en' }
const form = { ...browser, 'content-type': 'application/x-www-form-urlencoded' }
const lines = [{ name: '<b>Chair</b>', description: 'Oak & "felt"', quantity: 2, unit_price: 50, tax_rate: 20 }]

const site = ({ engine }: Pick<Opened, 'engine'>) => {
  const { fetch } = pages(engine)
  const get = (path: string, headers: Record<string, string> = browser, method = 'GET') =>
    fetch(new Request(`https://crm.test${path}`, { method, headers }), { ip: '203.0.113.7' })
  const post = (path: string, fields: Record<string, string> | string, headers: Record<string, string> = form) =>
    fetch(
      new Request(`https://crm.test${path}`, {
        method: 'POST',
        headers,
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      }),
      { ip: '203.0.113.7' },
    )
  return { get, post }
}

async function sentQuote({ api }: Opened, more: object = {}) {
  const { id } = await api.quotes.create({ title: 'Chairs', lines, valid_until: '2026-02-15', notes: 'Delivered\n\nin May', ...more })
  const { public_token } = await api.quotes.send({ id })
  return { id, path: `/q/${public_token}` }
}

describeStorages('The public page of a quote', (open) => {
  it('shows the offer, escaped, with headers that keep it private and forbid scripts', async () => {
    const opened = await open()
    const { get } = site(opened)
    const { path } = await sentQuote(opened)
    const answer = await get(path)
    expect(answer.status).toBe(200)
    const headers = Object.fromEntries(answer.headers)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-language': 'en',
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    const page = await answer.text()
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">\n<head>[^]*<\/style>\n<\/head>\n<body>[^]*<\/body>\n<\/html>\n$/)
    expect(page.match(/<\/html>/g)).toHaveLength(1)
    expect(page).toContain('&lt;b&gt;Chair&lt;/b&gt;')
    expect(page).toContain('Oak &amp; &quot;felt&quot;')
    expect(page).toContain('€120.00')
    expect(page).toContain('February 15, 2026')
    expect(page).not.toMatch(/<script|https?:|src=|@import|url\(/)
    expect(page).toContain('<label for="name">')
  })

  it('shows the discount on the whole, so that lines and total agree', async () => {
    const opened = await open()
    const { get } = site(opened)
    const sums = async (more: object) => {
      const page = await (await get((await sentQuote(opened, { currency: 'EUR', ...more })).path)).text()
      const list = /<dl class="totals">([\s\S]*?)<\/dl>/.exec(page)?.[1] ?? ''
      return [...list.matchAll(/<d[td][^>]*>([^<]*)</g)].map(([, each = '']) => each)
    }
    const taxed = ['Total excluding tax', '€90.00', 'Tax 20 %', '€18.00', 'Total including tax', '€108.00']
    expect(await sums({ discount_percent: 10 })).toEqual(['Subtotal', '€100.00', 'Discount 10 %', '-€10.00', ...taxed])
    expect(await sums({ discount_amount: 10 })).toEqual(['Subtotal', '€100.00', 'Discount', '-€10.00', ...taxed])
    expect(await sums({ discount_percent: 5, discount_amount: 5 })).toEqual([
      'Subtotal',
      '€100.00',
      'Discount 5 % + €5.00',
      '-€10.00',
      ...taxed,
    ])
    expect((await sums({}))[0]).toBe('Total excluding tax')
  })

  it('gives the quote as a PDF, which is no view, and nothing for an unknown token', async () => {
    const opened = await open()
    const { get } = site(opened)
    const { id, path } = await sentQuote(opened)
    const [, link] = /<a href="([^"]+)" download="QUO-2026-00001.pdf">/.exec(await (await get(path)).text()) ?? []
    expect(new URL(link!, `https://crm.test${path}`).pathname).toBe(`${path}/pdf`)
    const { view_count } = await opened.api.quotes.get({ id })
    const answer = await get(`${path}/pdf`)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await opened.api.quotes.get({ id })).view_count).toBe(view_count)
    expect((await get(`/q/${'x'.repeat(43)}/pdf`)).status).toBe(404)
    // Each is work: so many in a minute.
    const answers = []
    for (let call = 0; call < 11; call += 1) answers.push((await get(`/q/${'y'.repeat(43)}/pdf`)).status)
    expect(answers.slice(9)).toEqual([404, 429])
  })

  it('counts views of people, the first of which is an event, and no reload, robot, preview or HEAD', async () => {
    const opened = await open()
    const { api, clock } = opened
    const { get } = site(opened)
    const { id, path } = await sentQuote(opened)
    await get(path, browser, 'HEAD')
    await get(path, { 'user-agent': 'Slackbot-LinkExpanding 1.0' })
    await get(path, { ...browser, 'sec-purpose': 'prefetch' })
    expect(await api.quotes.get({ id })).toMatchObject({ status: 'sent', view_count: 0 })
    await get(path)
    await get(path)
    expect(await api.quotes.get({ id })).toMatchObject({ status: 'viewed', view_count: 1, first_viewed_at: '2026-01-15T09:00:00.000Z' })
    clock.advance('1 hour')
    await get(path, { 'user-agent': 'curl/8.5.0' })
    expect(await api.quotes.link({ id })).toMatchObject({ view_count: 2, last_viewed_at: '2026-01-15T10:00:00.000Z' })
    expect((await api.events.list({ type: 'quote.viewed' })).events).toHaveLength(1)
  })

  it('accepts once, with a name, and shows the acceptance from then on', async () => {
    const opened = await open()
    const { api } = opened
    const { get, post } = site(opened)
    const { id, path } = await sentQuote(opened)
    const nameless = await post(`${path}/accept`, { name: ' ', email: '"><i>' })
    expect(nameless.status).toBe(422)
    const page = await nameless.text()
    expect(page).toContain('aria-invalid="true" aria-describedby="name-wrong"')
    expect(page).toContain('value="&quot;&gt;&lt;i&gt;"')
    expect(page).toContain(`action="../${path.slice(3)}/accept"`)
    expect((await api.quotes.get({ id })).status).toBe('sent')
    const answer = await post(`${path}/accept`, { name: 'Grace Hopper', email: 'grace@lac.test', ip: '10.0.0.1', languages: 'x' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `../${path.slice(3)}`])
    expect(await api.quotes.get({ id })).toMatchObject({
      status: 'accepted',
      accepted_by: { name: 'Grace Hopper', email: 'grace@lac.test', ip: '203.0.113.7' },
    })
    expect((await post(`${path}/accept`, { name: 'Somebody else' })).status).toBe(303)
    expect((await post(`${path}/decline`, {})).status).toBe(303)
    expect(await api.quotes.get({ id })).toMatchObject({ status: 'accepted', accepted_by: { name: 'Grace Hopper' } })
    const shown = await (await get(path)).text()
    expect(shown).toMatch(/Accepted by Grace Hopper on January 15, 2026 at 9:00.AM/)
    expect(shown).not.toContain('<form')
    const [event] = (await api.events.list({ type: 'quote.accepted' })).events
    expect(event?.payload).toMatchObject({ accepted_by: { name: 'Grace Hopper' } })
  })

  it('declines with a reason', async () => {
    const opened = await open()
    const { id, path } = await sentQuote(opened)
    expect((await site(opened).post(`${path}/decline`, { reason: 'Too dear' })).status).toBe(303)
    expect(await opened.api.quotes.get({ id })).toMatchObject({ status: 'declined', decline_reason: 'Too dear' })
    expect(await (await site(opened).get(path)).text()).toContain('This quote was declined.')
  })

  it('names a newer version, with a link for the same customer only, and shows that an offer has expired', async () => {
    const opened = await open()
    const { api, clock } = opened
    const { get, post } = site(opened)
    const { id, path } = await sentQuote(opened)
    const next = await api.quotes.update({ id, title: 'Better chairs' })
    expect(await (await get(path)).text()).toContain('This quote was replaced by a newer version.')
    const { public_token } = await api.quotes.send({ id: next.id })
    expect(await (await get(path)).text()).toContain(`href="${public_token}"`)
    await post(`${path}/accept`, { name: 'Ada' })
    expect((await api.quotes.get({ id })).status).toBe('cancelled')
    const company = await api.companies.create({ name: 'Another' })
    const third = await api.quotes.update({ id: next.id, company_id: company.id })
    const sent = await api.quotes.send({ id: third.id })
    expect(await (await get(`/q/${public_token}`)).text()).not.toContain(String(sent.public_token))
    clock.set('2026-02-16T09:00:00Z')
    const late = await (await get(`/q/${sent.public_token}`)).text()
    expect(late).toContain('This quote expired on February 15, 2026.')
    expect(late).not.toContain('<form')
  })

  it('uses the language of the reader, and is the same page for every unknown address', async () => {
    const opened = await open()
    const { get } = site(opened)
    const { id, path } = await sentQuote(opened)
    for (const [asked, title] of [
      ['fr-CH, en;q=0.8', 'Devis'],
      ['nl, de;q=0.9, en;q=0.1', 'Angebot'],
      ['es', 'Presupuesto'],
      ['nl', 'Quote'],
    ] as const)
      expect(await (await get(path, { ...browser, 'accept-language': asked })).text()).toContain(`<h1>${title} QUO-`)
    const unknown = [`${path}x`, path.slice(0, -1), '/q/short', `/q/${'x'.repeat(200)}`]
    const bodies = await Promise.all(unknown.map(async (each) => [(await get(each)).status, await (await get(each)).text()]))
    expect(bodies.every(([status]) => status === 404)).toBe(true)
    await opened.api.quotes.update({ id, status: 'cancelled' })
    expect(await (await get(path)).text()).toContain('withdrawn')
  })
})

describe('The pages adapter', () => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  it('answers other requests with a page and the right status', async () => {
    const engine = await Engine.open({ storage: sqlite(':memory:'), ports: [new TestClock()] })
    ends.push(() => engine.close())
    const { get, post } = site({ engine: engine as never })
    expect((await get('/elsewhere')).status).toBe(404)
    const put = await get('/q/abc', browser, 'PUT')
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await post('/q/abc/accept', '{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect((await post('/q/abc/accept', `name=${'x'.repeat(70_000)}`)).status).toBe(413)
    expect((await get(`/q/${'x'.repeat(201)}`)).status).toBe(422)
    expect(engine.registry.list.some(({ route }) => route.includes('/q/'))).toBe(false)
    expect(engine.as(ada)).not.toHaveProperty('pages')
  })
})
