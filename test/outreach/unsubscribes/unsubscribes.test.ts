import { expect, it } from 'vitest'
import { choiceOf } from '../../../core/outreach/unsubscribes/form.ts'
import { describeStorages } from '../../support/storages.ts'
import { addressesIn, options as base, run, sent, stored, visitor } from '../engagement/messages.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const urlencoded = 'application/x-www-form-urlencoded'
const oneClick = { method: 'POST', headers: { 'content-type': urlencoded }, body: 'List-Unsubscribe=One-Click' }
const button = (choice: string) => ({ ...oneClick, body: `choice=${choice}` })

it('the bodies of mail programs are read as they send them', () => {
  const multipart = (line: string) =>
    choiceOf(
      bytes(`--xYz${line}Content-Disposition: form-data; name="List-Unsubscribe"${line}${line}One-Click${line}--xYz--${line}`),
      'multipart/form-data; boundary=xYz',
    )
  expect([multipart('\r\n'), multipart('\n')]).toEqual(['topic', 'topic'])
  expect(choiceOf(bytes('List-Unsubscribe=One-Click'), urlencoded)).toBe('topic')
  expect(choiceOf(bytes('List-Unsubscribe=One-Click\r\n'), 'text/plain')).toBe('topic')
  expect(choiceOf(bytes('choice=all'), urlencoded)).toBe('all')
  for (const [body, type] of [
    ['', urlencoded],
    ['List-Unsubscribe=Two-Click', urlencoded],
    ['choice=everything', urlencoded],
    ['no boundary', 'multipart/form-data'],
    [`--${'x'.repeat(15_000)}`, 'multipart/form-data'],
    ['a'.repeat(20_000), urlencoded],
  ] as const)
    expect(choiceOf(bytes(body), type)).toBeUndefined()
})

describeStorages('unsubscribing', (open, name) => {
  const opened = async () => {
    const { engine, api, clock } = await open({ plugins: [...base.plugins] })
    const events = async () =>
      (await api.events.list({ limit: 100 })).events.filter(({ type }) => type === 'contact.unsubscribed').map(({ payload }) => payload)
    return { engine, api, clock, events, get: visitor(engine) }
  }

  it('takes a button: looking at the page changes nothing, whoever looks', async () => {
    const { engine, api, clock, events, get } = await opened()
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    const { email, out } = await sent(engine, clock, { lead_id: id, to: ['Ann@x.example'], topic: 'news' })
    const url = addressesIn(out).unsubscribe
    for (const init of [{}, { method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch' } }, { agent: 'Googlebot/2.1' }])
      expect((await get(url, init)).status).toBe(200)
    const page = await get(url, { headers: { 'accept-language': 'fr' } })
    const text = await page.text()
    expect(text).toContain('Se désabonner')
    expect(text).not.toContain('ann')
    expect([page.headers.get('content-language'), page.headers.get('set-cookie')]).toEqual(['fr', null])
    // A wrong address cannot be told from it.
    expect(await (await get(`/u/${'x'.repeat(47)}`, { headers: { 'accept-language': 'fr' } })).text()).toBe(text)
    expect((await get(url, { ...oneClick, body: '' })).status).toBe(422)
    expect([await events(), (await api.suppressions.list()).suppressions]).toEqual([[], []])

    clock.advance('1 minute')
    const done = await get(url, button('topic'))
    expect([done.status, done.headers.get('location'), done.headers.get('set-cookie')]).toEqual([200, null, null])
    expect(await done.text()).toContain('You are unsubscribed')
    expect(await events()).toMatchObject([{ id, topic: 'news', source: 'unsubscribe link' }])
    expect((await api.suppressions.list()).suppressions).toMatchObject([
      { value: 'ann@x.example', kind: 'unsubscribed', topic: 'news', email_id: email.id },
    ])
    expect(await stored(engine, email.id)).toMatchObject({ unsubscribed_at: clock.now() })
    expect(await api.contacts.get({ id })).toMatchObject({ consents: { news: { state: 'unsubscribed' } } })
    await get(url, button('topic'))
    expect([(await events()).length, (await api.suppressions.list()).suppressions.length]).toEqual([1, 1])
    await get(url, button('all'))
    expect((await events()).map(({ topic }) => topic).toSorted()).toEqual(['all', 'news'])
    expect((await api.suppressions.list()).suppressions.map(({ topic }) => topic)).toContain(null)
  })

  it('takes one click of a mail program, which another site may send, and leaves other topics', async () => {
    const { engine, api, clock, events, get } = await opened()
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    const { out } = await sent(engine, clock, { lead_id: id, to: ['ann@x.example'] })
    const url = addressesIn(out).unsubscribe
    const answer = await get(url, {
      ...oneClick,
      headers: { ...oneClick.headers, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    expect(await events()).toMatchObject([{ topic: 'marketing' }])
    const { suppressions } = await api.suppressions.list()
    expect(suppressions).toMatchObject([{ topic: 'marketing' }])
  })

  it('finds who has taken in a merged contact, and goes on after an erasure', async () => {
    const { engine, api, clock, events, get } = await opened()
    const [kept, merged] = [await api.contacts.create({ email: 'k@x.example' }), await api.contacts.create({ email: 'm@x.example' })]
    const { out } = await sent(engine, clock, { lead_id: merged.id, to: ['m@x.example'] })
    const gone = await api.contacts.create({ email: 'g@x.example' })
    const erased = await sent(engine, clock, { lead_id: gone.id, to: ['g@x.example'] })
    await api.contacts.merge({ id: kept.id, merge_ids: [merged.id] })
    await get(addressesIn(out).unsubscribe, oneClick)
    expect(await events()).toMatchObject([{ id: kept.id }])
    await get(addressesIn(erased.out).unsubscribe, oneClick)
    await api.privacy.erase({ contact_id: gone.id })
    for (let step = 0; step < 20; step += 1) await (clock.advance('1 second'), engine.tick())
    const found = await api.suppressions.list({ value: 'g@x.example' })
    expect(found.suppressions).toMatchObject([{ value: null, kind: 'unsubscribed' }])
    expect((await get(addressesIn(erased.out).unsubscribe, oneClick)).status).toBe(200)
  })

  it('goes on when the keys of the installation are changed', async () => {
    const key = (letter: string) => Buffer.alloc(32, letter).toString('base64')
    const first = await open({ plugins: [...base.plugins], encryptionKeys: [key('a')] })
    const { id } = await first.api.contacts.create({ email: 'ann@x.example' })
    const { out } = await sent(first.engine, first.clock, { lead_id: id, to: ['ann@x.example'] })
    if (name === 'SQLite memory') return
    await first.engine.close()
    const { place, clock } = first
    const { engine, api } = await open({ place, clock, plugins: [...base.plugins], encryptionKeys: [key('b'), key('a')] })
    await visitor(engine)(addressesIn(out).unsubscribe, oneClick)
    expect((await api.suppressions.list()).suppressions).toHaveLength(1)
  })

  it('takes a mail with the token of a message', async () => {
    const { engine, api, clock, events } = await opened()
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    const { out } = await sent(engine, clock, { lead_id: id, to: ['ann@x.example'] })
    const token = addressesIn(out).unsubscribe.split('/').at(-1)!
    const take = (text: string) => run(engine, ({ unsubscriber }) => unsubscriber.withdrawByToken(text, 'mail', clock.now()))
    expect([await take('x'.repeat(47)), await take(token), (await events()).length]).toEqual([false, true, 1])
  })
})
