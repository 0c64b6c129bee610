import { beforeAll, expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { campaignDesk } from './desk.ts'

const down = { kind: 'broken', phase: 'connect', text: 'Down', mayHaveLeft: false } as const

describeStorages('what changes while a campaign is scheduled or sent', (open) => {
  let all: Awaited<ReturnType<typeof campaignDesk>>
  beforeAll(async () => {
    all = await campaignDesk(open, { kept: true })
  })
  const audienceOf = async (...emails: readonly string[]) => {
    const ids = await all.contacts(...emails)
    const list = await all.api.lists.create({ name: 'Some', object: 'contacts', ids })
    return { ids, audience: { list_ids: [list.id] } }
  }
  const startOf = async (id: string) => (await all.api.campaigns.get({ id })).next_run_at
  const minutes = async (amount: number) => {
    for (let each = 0; each < amount; each += 1) {
      all.clock.advance('1 minute')
      for (let round = 0; round < 3; round += 1) await all.tick()
    }
  }

  it('is its schedule: it begins by the new one, a pause keeps the time that was asked for, and it is never emptied', async () => {
    const { audience } = await audienceOf('s@one.example')
    const once = await all.campaign({ audience, schedule: { at: '2026-01-20T09:00:00Z' } })
    await all.api.campaigns.schedule({ id: once.id, at: '2026-01-22T09:00:00Z' })
    await all.api.campaigns.pause({ id: once.id })
    await all.api.campaigns.resume({ id: once.id })
    expect(await startOf(once.id)).toBe('2026-01-22T09:00:00.000Z')
    expect((await all.api.campaigns.update({ id: once.id, schedule: { at: '2026-01-25T09:00:00Z' } })).next_run_at).toBe(
      '2026-01-25T09:00:00.000Z',
    )
    await expect(all.api.campaigns.update({ id: once.id, html: null })).rejects.toMatchObject({
      details: { errors: [{ path: '/template_id', code: 'required' }] },
    })
    const daily = await all.campaign({ audience, kind: 'recurring', schedule: { frequency: 'daily', time: '08:00' } })
    await all.api.campaigns.schedule({ id: daily.id })
    await all.api.campaigns.update({ id: daily.id, schedule: { frequency: 'daily', time: '10:00' } })
    expect(await startOf(daily.id)).toBe('2026-01-15T10:00:00.000Z')
    await expect(all.api.campaigns.update({ id: daily.id, schedule: {} })).rejects.toMatchObject({
      details: { errors: [{ path: '/schedule/frequency', code: 'required' }] },
    })
    for (const { id } of [once, daily]) await all.api.campaigns.cancel({ id })
  })

  it('are contacts that are merged: one person gets one message, and is subscribed by either id', async () => {
    const { ids, audience } = await audienceOf('m1@one.example', 'm2@one.example')
    const [kept = '', merged = ''] = ids
    const { id } = await all.campaign({ audience, throttle_per_hour: 60 })
    await all.api.campaigns.schedule({ id })
    for (let round = 0; round < 3; round += 1) await all.tick()
    expect(Object.values(await all.states(id)).toSorted()).toEqual(['pending', 'sent'])
    await all.api.contacts.merge({ id: kept, merge_ids: [merged] })
    await minutes(2)
    expect(Object.values(await all.states(id)).toSorted()).toEqual(['sent', 'skipped: merged'])
    const daily = await all.campaign({ audience: {}, kind: 'recurring', schedule: { frequency: 'daily', time: '08:00' } })
    expect(await all.api.campaigns.add({ id: daily.id, ids: [merged, kept] })).toEqual({
      results: [
        { lead_id: merged, added: true },
        { lead_id: kept, added: false, reason: 'already_subscribed' },
      ],
    })
    expect(await all.api.campaigns.remove({ id: daily.id, contactId: merged })).toEqual({ deleted: true })
    expect((await all.api.campaigns.add({ id: daily.id, ids: [kept] })).results).toMatchObject([{ added: true }])
  })

  it('are contacts that are merged while both messages are queued, or into one that waits: it is one message all the same', async () => {
    const { ids, audience } = await audienceOf('q1@one.example', 'q2@one.example', 'q3@one.example')
    const [first = '', second = ''] = ids
    all.mailer.answer = () => down
    const queued = await all.campaign({ audience })
    await all.api.campaigns.schedule({ id: queued.id })
    for (let round = 0; round < 3; round += 1) await all.tick()
    expect((await all.api.emails.list({ campaign_id: queued.id, status: 'queued' })).emails).toHaveLength(3)
    await all.api.contacts.merge({ id: second, merge_ids: [first] })
    all.mailer.answer = () => undefined
    all.clock.advance('31 minutes')
    await minutes(2)
    const states = await all.states(queued.id)
    expect(states).toEqual({ 'q1@one.example': 'skipped: merged', 'q2@one.example': 'sent', 'q3@one.example': 'sent' })
    expect(await all.api.campaigns.get({ id: queued.id })).toMatchObject({ status: 'sent', stats: { sent: 2, skipped: 1 } })
    // The one that waits is kept, and has had the message by the other.
    const others = await audienceOf('w1@one.example', 'w2@one.example')
    const slow = await all.campaign({ audience: others.audience, throttle_per_hour: 60 })
    await all.api.campaigns.schedule({ id: slow.id })
    for (let round = 0; round < 3; round += 1) await all.tick()
    const waiting = (await all.api.campaigns.recipients({ id: slow.id, status: 'pending' })).recipients.map(({ lead_id }) => lead_id)
    const [kept = ''] = waiting
    await all.api.contacts.merge({ id: kept, merge_ids: others.ids.filter((each) => each !== kept) })
    await minutes(2)
    expect(Object.values(await all.states(slow.id)).toSorted()).toEqual(['sent', 'skipped: merged'])
  })

  it('is its limit for each hour: what goes on goes on by the new one', async () => {
    const { audience } = await audienceOf('l1@one.example', 'l2@one.example', 'l3@one.example')
    const { id } = await all.campaign({ audience, throttle_per_hour: 1 })
    await all.api.campaigns.schedule({ id })
    for (let round = 0; round < 3; round += 1) await all.tick()
    await all.api.campaigns.pause({ id })
    await all.api.campaigns.update({ id, throttle_per_hour: null })
    await all.api.campaigns.resume({ id })
    for (let round = 0; round < 4; round += 1) await all.tick()
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'sent', stats: { sent: 3 } })
  })

  it('are its variants: the rest gets one of those that were tried, and the figures say so', async () => {
    const { audience } = await audienceOf(...Array.from({ length: 20 }, (_, at) => `v${at}@one.example`))
    const test = { percent: 50, metric: 'opened' as const, after_hours: 4, fallback: 'b' }
    const tried = ['a', 'b'].map((id) => ({ id, subject: `Tried ${id}` }))
    const { id } = await all.campaign({ audience, variants: tried, test })
    await all.api.campaigns.schedule({ id })
    for (let round = 0; round < 3; round += 1) await all.tick()
    await all.api.campaigns.pause({ id })
    const others = ['c', 'd'].map((each) => ({ id: each, subject: `Other ${each}` }))
    await all.api.campaigns.update({ id, variants: others, test: { ...test, fallback: 'd' } })
    await all.api.campaigns.resume({ id })
    await all.tick()
    all.clock.advance('5 hours')
    for (let round = 0; round < 3; round += 1) await all.tick()
    const { winner, status } = await all.api.campaigns.get({ id })
    expect({ status, ...winner }).toMatchObject({ status: 'sent', variant: 'a', variants: [{ id: 'a' }, { id: 'b' }] })
    const { variants } = await all.api.campaigns.stats({ id })
    const sent = (each: string) => all.mailer.left.filter(({ raw }) => raw.includes(`Subject: Tried ${each}`)).length
    expect(Object.fromEntries(variants.map(({ variant, sent: amount }) => [variant, amount]))).toEqual(
      Object.fromEntries(['a', 'b'].flatMap((each) => (sent(each) > 0 ? [[each, sent(each)]] : []))),
    )
    expect(sent('a') + sent('b')).toBe(20)
  })

  it('is the server: what it has held up does not leave at once, against the limit for each hour', async () => {
    const { audience } = await audienceOf(...Array.from({ length: 6 }, (_, at) => `t${at}@one.example`))
    const before = all.mailer.left.length
    all.mailer.answer = () => down
    const { id } = await all.campaign({ audience, throttle_per_hour: 3 })
    await all.api.campaigns.schedule({ id })
    for (let third = 0; third < 6; third += 1) {
      for (let round = 0; round < 3; round += 1) await all.tick()
      all.clock.advance('20 minutes')
    }
    all.mailer.answer = () => undefined
    // The mailbox is tried again after half an hour at most.
    all.clock.advance('30 minutes')
    await minutes(2)
    expect(all.mailer.left).toHaveLength(before + 3)
    for (let third = 0; third < 8; third += 1) {
      all.clock.advance('20 minutes')
      await minutes(1)
    }
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'sent', stats: { sent: 6 } })
  })
})
