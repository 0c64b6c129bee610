import { expect, it } from 'vitest'
import { comparedAddress, comparedValue } from '../../../core/outreach/suppressions/address.ts'
import { Consents, type Purpose } from '../../../core/outreach/suppressions/consents.ts'
import { Suppressions } from '../../../core/outreach/suppressions/service.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { inUnit } from '../in-unit.ts'

const { options, run } = inUnit({ consents: Consents, suppressions: Suppressions })

it('addresses compare in lower case, with their domain in ASCII', () => {
  expect(comparedAddress(' Anna@Müller.Example ')).toBe('anna@xn--mller-kva.example')
  expect(comparedValue('*@Example.COM')).toBe('*@example.com')
  for (const wrong of [
    '',
    'anna',
    '@x.example',
    'anna@',
    'anna@localhost',
    'a b@x.example',
    'a@b@',
    'a\r\n@x.example',
    '*@',
    '*@x',
    `${'a'.repeat(65)}@x.example`,
  ])
    expect([wrong, comparedValue(wrong)]).toEqual([wrong, undefined])
})

describeStorages('suppressions', (open) => {
  it('are made, listed, found and removed; the same one is made once', async () => {
    const { api } = await open()
    const made = await api.suppressions.add({ value: 'Anna@Example.com', reason: 'asked by phone' })
    expect(made).toMatchObject({ value: 'anna@example.com', kind: 'manual', topic: null, created_by: 'ada@acme.test' })
    expect(await api.suppressions.add({ value: 'anna@example.COM', reason: 'again' })).toEqual(made)
    await api.suppressions.add({ value: '*@spam.example', kind: 'complained', source: 'other system' })
    const topic = await api.suppressions.add({ value: 'anna@example.com', kind: 'unsubscribed', topic: 'news' })
    expect((await api.suppressions.list({ value: 'ANNA@example.com' })).suppressions.map(({ id }) => id)).toEqual([topic.id, made.id])
    expect((await api.suppressions.list({ kind: 'complained' })).suppressions).toHaveLength(1)
    expect(await api.suppressions.delete({ id: made.id })).toEqual({ deleted: true })
    await expect(api.suppressions.delete({ id: made.id })).rejects.toMatchObject({ code: 'not_found' })
    const log = await api.audit.list({ object: 'suppression' })
    expect(log.audit_log.map(({ action }) => action).toSorted()).toEqual(['created', 'created', 'created', 'deleted'])
  })

  it('are refused where they block nothing', async () => {
    const { api, engine } = await open()
    await expect(api.suppressions.add({ value: 'nobody' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: '/value' }] },
    })
    await expect(api.suppressions.add({ value: 'a@x.example', topic: 'news' })).rejects.toMatchObject({
      details: { errors: [{ path: '/topic' }] },
    })
    const seller = engine.as({ ...ada, user: 'sam@acme.test', role: 'member', visibility: 'own' })
    await expect(seller.suppressions.list({})).rejects.toMatchObject({ status: 403 })
  })

  it('tell in one look whether people may be written to, by the first reason', async () => {
    const { api, engine } = await open(options)
    const person = async (email: string, more: object = {}) => (await api.contacts.create({ email, ...more })).id
    const calm = await person('calm@x.example', { emails: [{ email: 'calm@x.example' }, { email: 'second@x.example' }] })
    const stopped = await person('stopped@x.example', { do_not_contact: true })
    const gone = await person('gone@x.example')
    const [left, off] = [await person('left@x.example'), await person('off@x.example')]
    await api.contacts.unsubscribe({ id: left, topic: 'news' })
    await api.contacts.unsubscribe({ id: off })
    await api.contacts.delete({ id: gone })
    for (const value of ['bounced@x.example', 'stopped@x.example']) await api.suppressions.add({ value, kind: 'bounced' })
    await api.suppressions.add({ value: '*@blocked.example' })
    await api.suppressions.add({ value: 'no-news@x.example', kind: 'unsubscribed', topic: 'news' })
    await api.suppressions.add({ value: 'no-mail@x.example', kind: 'unsubscribed' })
    const asked = [
      { address: 'calm@x.example', contact_id: calm },
      { address: 'nobody', contact_id: null },
      { address: 'stopped@x.example', contact_id: stopped },
      { address: 'STOPPED@x.example', contact_id: null },
      { address: 'gone@x.example', contact_id: gone },
      { address: 'left@x.example', contact_id: left },
      { address: 'off@x.example', contact_id: null },
      { address: 'bounced@x.example', contact_id: null },
      { address: 'Any@Blocked.example', contact_id: null },
      { address: 'no-news@x.example', contact_id: calm },
      { address: 'no-mail@x.example', contact_id: null },
      { address: 'second@x.example', contact_id: null },
    ]
    const judged = (purpose: Purpose, topic: string | null) => run(engine, ({ consents }) => consents.judge(asked, purpose, topic))
    const always = [null, 'no_email', 'do_not_contact', 'do_not_contact', 'archived']
    const hard = ['bounced', 'manual']
    expect(await judged('personal', null)).toEqual([...always, null, null, ...hard, null, null, null])
    expect(await judged('system', 'news')).toEqual([...always, null, null, ...hard, null, null, null])
    const out = 'unsubscribed'
    expect(await judged('marketing', 'news')).toEqual([...always, out, out, ...hard, out, out, null])
    expect(await judged('marketing', null)).toEqual([...always, null, out, ...hard, null, out, null])
  })

  it('of the list of another system come along at once, those of the same reason once', async () => {
    const { api, engine } = await open(options)
    await api.suppressions.add({ value: 'p1@x.example', kind: 'bounced' })
    const list = Array.from({ length: 2500 }, (_, at) => ({ value: `P${at % 2400}@x.example`, kind: 'bounced' as const }))
    const { added, known, invalid } = await run(engine, ({ suppressions }) =>
      suppressions.add([...list, { value: 'none', kind: 'manual' }]),
    )
    expect([added.length, known.length, invalid]).toEqual([2399, 1, ['none']])
  })

  it('survive the erasure of their person by a hash, and follow who takes in a contact', async () => {
    const { api, engine, clock } = await open(options)
    const { id } = await api.contacts.create({ email: 'erased@x.example', first_name: 'Erika', last_name: 'Gone' })
    await api.suppressions.add({ value: 'erased@x.example', kind: 'unsubscribed', reason: 'erased@x.example wrote' })
    await api.privacy.erase({ contact_id: id })
    for (let step = 0; step < 40; step += 1) await (clock.advance('1 second'), engine.tick())
    const found = await api.suppressions.list({ value: 'erased@x.example' })
    expect(found.suppressions).toMatchObject([{ value: null, kind: 'unsubscribed', reason: '[erased] wrote' }])
    const recipient = { address: 'Erased@x.example', contact_id: null }
    expect(await run(engine, ({ consents }) => consents.judge([recipient], 'marketing', null))).toEqual(['unsubscribed'])
    expect(await run(engine, ({ suppressions }) => suppressions.lift('erased@x.example', 'marketing'))).toBe(1)
    expect(await run(engine, ({ consents }) => consents.judge([recipient], 'marketing', null))).toEqual([null])

    const [kept, merged] = [await api.contacts.create({ email: 'k@x.example' }), await api.contacts.create({ email: 'm@x.example' })]
    await api.contacts.unsubscribe({ id: kept.id })
    await api.contacts.merge({ id: kept.id, merge_ids: [merged.id] })
    const by = { address: 'm@x.example', contact_id: merged.id }
    expect(await run(engine, ({ consents }) => consents.judge([by], 'marketing', null))).toEqual(['unsubscribed'])
  })

  it('are made of what a person has refused when they are erased, so that they are not written to when they are known again', async () => {
    const { api, engine, clock } = await open(options)
    const never = await api.contacts.create({ email: 'never@x.example', emails: [{ email: 'home@x.example' }], do_not_contact: true })
    const some = await api.contacts.create({ email: 'some@x.example', emails: [{ email: 'more@x.example' }] })
    await api.contacts.unsubscribe({ id: some.id, topic: 'news' })
    const willing = await api.contacts.create({ email: 'willing@x.example' })
    for (const { id } of [never, some, willing]) await api.privacy.erase({ contact_id: id })
    for (let step = 0; step < 60; step += 1) await (clock.advance('1 second'), engine.tick())
    const addresses = ['never@x.example', 'home@x.example', 'some@x.example', 'more@x.example', 'willing@x.example']
    await api.contacts.bulkUpsert({ records: addresses.map((email) => ({ email })) })
    const people = addresses.map((address) => ({ address, contact_id: null }))
    const judged = async (purpose: 'personal' | 'marketing', topic: string) =>
      await run(engine, ({ consents }) => consents.judge(people, purpose, topic))
    expect(await judged('personal', 'news')).toEqual(['manual', 'manual', null, null, null])
    expect(await judged('marketing', 'news')).toEqual(['manual', 'manual', 'unsubscribed', 'unsubscribed', null])
    expect(await judged('marketing', 'other')).toEqual(['manual', 'manual', null, null, null])
    const kept = (await api.suppressions.list()).suppressions
    expect(kept.map(({ value, kind, source }) => [value, kind, source]).toSorted()).toEqual(
      [
        [null, 'manual', 'erasure'],
        [null, 'manual', 'erasure'],
        [null, 'unsubscribed', 'erasure'],
        [null, 'unsubscribed', null],
      ].toSorted(),
    )
  })

  it('are made when a caller unsubscribes a contact, and lifted by a new subscription to the same', async () => {
    const { api } = await open()
    const { id } = await api.contacts.create({ email: 'ann@x.example' })
    await api.contacts.unsubscribe({ id, topic: 'news', source: 'call' })
    await api.contacts.unsubscribe({ id, topic: 'news' })
    const shown = async () =>
      (await api.suppressions.list()).suppressions.map(({ value, kind, topic, source }) => [value, kind, topic, source])
    expect(await shown()).toEqual([['ann@x.example', 'unsubscribed', 'news', 'call']])
    await api.contacts.unsubscribe({ id })
    expect((await shown()).map(([, , topic]) => topic).toSorted()).toEqual(['news', null].toSorted())
    await api.privacy.setConsent({ id, topic: 'news', state: 'subscribed', source: 'form' })
    expect(await shown()).toEqual([])
  })
})
