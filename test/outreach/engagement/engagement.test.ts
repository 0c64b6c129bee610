import type { Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { EmailHit } from '../../../core/outreach/engagement/entity.ts'
import { burstsOf } from '../../../core/outreach/engagement/judgement.ts'
import { neighborhoodOf } from '../../../core/outreach/engagement/network.ts'
import type { TestClock } from '../../support/clock.ts'
import { describeStorages } from '../../support/storages.ts'
import { addressesIn, options as base, person, run, sent, stored, visitor } from './messages.ts'
import { humans, scanners } from './patterns.ts'

const options = { ...base, publicUrl: 'https://crm.example' }
const events = async (engine: Engine) =>
  (
    await engine.as({ organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(['read']) }).events.list({ limit: 100 })
  ).events
    .filter(({ type }) => /opened|clicked/.test(type))
    .map(({ type, payload }) => ({ type, data: payload }))
const judged = async (engine: Engine, clock: TestClock) => {
  clock.advance('10 seconds')
  await engine.tick()
}
const links = (count: number) => Array.from({ length: count }, (_, at) => `<a href="https://site.example/${at}">${at}</a>`).join(' ')

it('bursts are found in a moment, however often a stranger clicks', () => {
  const hit = (at: number, link_index: number | null = 0) =>
    ({
      id: `${at} ${link_index}`,
      kind: link_index === null ? 'open' : 'click',
      link_index,
      at: new Date(at),
      network: 'n',
      suspicion: null,
    }) as const
  const often = Array.from({ length: 1_000 }, (_each, at) => hit(at * 9))
  const started = performance.now()
  expect(burstsOf(often, 5).size).toBe(0)
  // Each hit was judged among all of them once: that took seconds.
  expect(performance.now() - started).toBeLessThan(100)
  // From 8.5 s on, all three links are within 10 s; the open at 8 s is before that.
  const mixed = [...often, hit(8_000, null), hit(18_400, 1), hit(18_500, 2), hit(40_000)]
  expect(burstsOf(mixed, 5)).toEqual(new Set([...often.slice(945).map(({ id }) => id), '18400 1', '18500 2']))
  expect(burstsOf([hit(0, null), hit(1, 0), hit(10_001, 1), hit(20_001, 2)], 2)).toEqual(new Set(['1 0', '10001 1', '20001 2']))
})

it('the network of a client is that of its neighbors', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.9', '2001:DB8::1', 'x'].map(neighborhoodOf)).toEqual([
    '203.0.113',
    '203.0.113',
    '2001:db8:0:0::/64',
    undefined,
  ])
})

describeStorages('opens and clicks', (open) => {
  it('of a person count, and are told once', async () => {
    const { engine, api, clock } = await open(options)
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    const { email, out } = await sent(engine, clock, { lead_id: id, html: `<body>${links(5)}</body>` })
    const { pixel, links: urls } = addressesIn(out)
    const get = visitor(engine)
    clock.advance('1 minute')
    const image = await get(pixel)
    expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store, no-cache, private, max-age=0',
    ])
    expect((await image.arrayBuffer()).byteLength).toBe(43)
    const link = await get(urls[2]!)
    expect([link.status, link.headers.get('location'), link.headers.get('referrer-policy')]).toEqual([
      302,
      'https://site.example/2',
      'no-referrer',
    ])
    expect(await stored(engine, email.id)).toMatchObject({ open_count: 0, click_count: 0 })
    await judged(engine, clock)
    expect(await stored(engine, email.id)).toMatchObject({ open_count: 1, click_count: 1, links: [{}, {}, { click_count: 1 }, {}, {}] })
    const told = await events(engine)
    expect(told.map(({ type }) => type).toSorted()).toEqual([
      'contact.email_clicked',
      'contact.email_opened',
      'email.clicked',
      'email.opened',
    ])
    const clicked = told.find(({ type }) => type === 'contact.email_clicked')
    expect(clicked?.data).toMatchObject({
      id,
      email_id: email.id,
      url: 'https://site.example/2',
      nth: 1,
      in_copy: 'false',
      mailbox: 'ada@acme.test',
      subject: 'Hello',
    })
    expect(told.find(({ type }) => type === 'email.opened')?.data).toMatchObject({ id: email.id, lead_id: id, subject: 'Hello' })
    expect(await api.contacts.get({ id })).toMatchObject({ total_emails_opened: 1 })
    for (let again = 0; again < 2; again += 1) {
      clock.advance('1 minute')
      await get(pixel)
      await get(urls[2]!)
      await judged(engine, clock)
    }
    expect(await stored(engine, email.id)).toMatchObject({ open_count: 3, click_count: 3 })
    expect(await events(engine)).toHaveLength(4)
    expect(await api.contacts.get({ id })).toMatchObject({ total_emails_opened: 1 })
  })

  it('begin with an open where the images are not shown, and settle what was uncertain', async () => {
    const { engine, api, clock } = await open(options)
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    const begun_at = clock.now()
    const { email, out } = await sent(engine, clock, { lead_id: id, status: 'uncertain', sent_at: null, begun_at })
    clock.advance('1 hour')
    await visitor(engine)(addressesIn(out).links[0]!)
    await judged(engine, clock)
    expect(await stored(engine, email.id)).toMatchObject({ status: 'sent', sent_at: begun_at, open_count: 1, click_count: 1 })
    expect((await events(engine)).map(({ type }) => type)).toContain('contact.email_opened')
    const all = (await api.events.list({ limit: 50 })).events.map(({ type }) => type)
    expect(all.filter((type) => type === 'contact.email_sent')).toHaveLength(1)
  })

  it('of strangers with wrong tokens change nothing', async () => {
    const { engine, clock } = await open(options)
    const { email, out } = await sent(engine, clock)
    const { pixel, links: urls } = addressesIn(out)
    const get = visitor(engine)
    clock.advance('1 minute')
    const other = (url: string) => url.replace(/.(\.gif)?$/, (end) => (end[0] === 'A' ? 'B' : 'A') + end.slice(1))
    const image = await get(other(pixel))
    expect([image.status, (await image.arrayBuffer()).byteLength]).toEqual([200, 43])
    for (const url of [
      other(urls[0]!),
      urls[0]!.replace('/c/', '/o/') + '.gif',
      '/t/c/x',
      pixel.replace('/o/', '/c/').replace('.gif', ''),
    ]) {
      const answer = await get(url)
      expect(answer.headers.get('location')).toBeNull()
    }
    // The token of another organization, with the same ids.
    await run(engine, async ({ records }) => {
      expect(await records.findBy(EmailHit, 'email_id', [email.id])).toEqual([])
    })
  })

  it('forget the network after 7 days and the hit after 30', async () => {
    const { engine, clock } = await open(options)
    const { email, out } = await sent(engine, clock)
    clock.advance('1 minute')
    await visitor(engine)(addressesIn(out).pixel)
    await judged(engine, clock)
    const hits = async () => await run(engine, async ({ records }) => await records.findBy(EmailHit, 'email_id', [email.id]))
    const [hit] = await hits()
    expect(hit?.network).toMatch(/^[\w-]{22}$/)
    clock.advance('8 days')
    await engine.tick()
    expect((await hits())[0]).toMatchObject({ network: null, verdict: 'human' })
    clock.advance('30 days')
    await engine.tick()
    expect(await hits()).toEqual([])
    expect(await stored(engine, email.id)).toMatchObject({ open_count: 1 })
  })
})

describeStorages(
  'recorded patterns',
  (open) => {
    it(`of ${scanners.length} scanners make no event, those of ${humans.length} people do`, async () => {
      expect([scanners.length >= 30, humans.length >= 30]).toEqual([true, true])
      const { engine, clock } = await open(options)
      const get = visitor(engine)
      const play = async (patterns: typeof scanners) => {
        const made = []
        for (const { name, count = 5, hits } of patterns) made.push({ name, hits, ...(await sent(engine, clock, { html: links(count) })) })
        const start = clock.now().getTime()
        const plan = made.flatMap(({ hits, out }, at) => hits.map((hit) => ({ ...hit, at, ...addressesIn(out) })))
        for (const { after, link, pixel, links: urls, at, agent = person, ip = `198.51.${at}.1`, ...rest } of plan.toSorted(
          (a, b) => a.after - b.after,
        )) {
          clock.set(new Date(Math.max(start + after * 1000, clock.now().getTime())))
          await get(link === undefined ? pixel : (urls[link] ?? ''), { agent, ip, ...rest })
          await engine.tick()
        }
        await judged(engine, clock)
        return await Promise.all(made.map(async ({ name, email }) => ({ name, email: await stored(engine, email.id) })))
      }
      const machines = await play(scanners)
      expect(machines.filter(({ email }) => email.opened_at !== null).map(({ name }) => name)).toEqual([])
      expect(await events(engine)).toEqual([])
      const people = await play(humans)
      expect(people.filter(({ email }) => email.opened_at === null).map(({ name }) => name)).toEqual([])
    })
  },
  ['SQLite memory'],
)
