import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { campaignDesk, everybody } from './desk.ts'

const refused = { kind: 'refused', phase: 'recipients', code: 550, text: '5.1.1 No such user', refused: [] } as const

describeStorages('a campaign that is sent once', (open) => {
  it('goes to everybody of its audience once, with what became of each, its events and its notification', async () => {
    const all = await campaignDesk(open)
    const [ann, ben, cyd] = await all.contacts('ann@one.example', 'ben@one.example', 'cyd@one.example', 'dan@one.example')
    await all.api.contacts.create({ first_name: 'Nobody' })
    await all.api.contacts.create({ email: 'no@one.example', do_not_contact: true })
    await all.api.suppressions.add({ value: 'ben@one.example', kind: 'manual' })
    const lists = [
      await all.api.lists.create({ name: 'One', object: 'contacts', ids: [ann!, ben!] }),
      await all.api.lists.create({ name: 'Two', object: 'contacts', ids: [ann!, cyd!] }),
      await all.api.lists.create({ name: 'Not', object: 'contacts', ids: [cyd!] }),
    ].map(({ id }) => id)
    const audience = { list_ids: lists.slice(0, 2), exclude_list_ids: lists.slice(2), filter: everybody.filter }
    const campaign = await all.campaign({ audience })
    expect(campaign).toMatchObject({ status: 'draft', kind: 'one_off', topic: 'marketing', audience, stats: { recipients: 0 } })
    const preview = await all.api.campaigns.schedule({ id: campaign.id })
    expect(preview).toEqual({ recipients: 2, suppressed: { do_not_contact: 1, manual: 1 }, next_run_at: all.clock.now().toISOString() })
    await all.tick()
    expect(all.addresses()).toEqual(['ann@one.example', 'dan@one.example'])
    expect(await all.states(campaign.id)).toEqual({
      'ann@one.example': 'sent',
      'ben@one.example': 'skipped: manual',
      'dan@one.example': 'sent',
      'no@one.example': 'skipped: do_not_contact',
    })
    const after = await all.api.campaigns.get({ id: campaign.id })
    expect(after).toMatchObject({ status: 'sent', stats: { recipients: 4, sent: 2, delivered: 2, skipped: 2, pending: 0 } })
    const { events } = await all.api.events.list({ type: 'email.sent' })
    expect(events.map(({ payload }) => (payload as { campaign_id: string }).campaign_id)).toEqual([campaign.id, campaign.id])
    const { notifications } = await all.api.notifications.list()
    expect(notifications).toMatchObject([{ type: 'campaign.sent', title: 'Campaign “News” was sent', body: 'To 2 of 4 recipients.' }])
    await expect(all.api.campaigns.schedule({ id: campaign.id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(all.api.campaigns.cancel({ id: campaign.id })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('carries the links, the ways to unsubscribe and the Feedback-ID, and its bodies are not stored', async () => {
    const all = await campaignDesk(open)
    await all.contacts('ann@one.example')
    const { id } = await all.campaign({
      utm: { source: 'news', campaign: 'spring & co' },
      from_name: 'Ada of Acme',
      reply_to: 'hi@acme.test',
    })
    await all.api.campaigns.schedule({ id })
    await all.tick()
    const raw = (all.mailer.left[0]?.raw ?? '').replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(raw).toMatch(/^Subject: Hello ann\r$/m)
    expect(raw).toMatch(/^From: Ada of Acme <crm@acme.test>\r$/m)
    expect(raw).toMatch(/^Reply-To: hi@acme.test\r$/m)
    expect(raw).toMatch(new RegExp(`^Feedback-ID: ${id}:acme:campaign:acme.test\r$`, 'm'))
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/crm.acme.test\/u\/[\w-]+>\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(raw).toContain('Hello ann, see <a href="https://crm.acme.test/t/c/')
    // The text counts no clicks: its link is the same but for those.
    expect(raw).toContain('<https://acme.test/new?x=1&utm_source=news&utm_campaign=spring%20%26%20co#top>')
    expect(raw).not.toMatch(/crm\.acme\.test\/u\/[\w-]+[?&]utm/)
    const { emails } = await all.api.emails.list({ campaign_id: id })
    const email = await all.api.emails.get({ id: emails[0]!.id })
    expect(email).toMatchObject({ html: null, text: null, subject: 'Hello ann', campaign_id: id, purpose: 'marketing', topic: 'marketing' })
    expect(email.links).toEqual([
      { index: 0, url: 'https://acme.test/new?x=1&utm_source=news&utm_campaign=spring%20%26%20co#top', click_count: 0 },
    ])
  })

  it('sends the same bytes again, although its template and the contact have changed', async () => {
    const all = await campaignDesk(open)
    const [ann] = await all.contacts('ann@one.example')
    const template = await all.api.emailTemplates.create({
      name: 'T',
      subject: 'Hello',
      html: '<p>{{contact.first_name}} {{contact.custom.plan | none}} {{company.name | at home}} {{today}}</p>',
    })
    const { id } = await all.api.campaigns.create({ name: 'N', template_id: template.id, audience: everybody })
    await all.api.campaigns.schedule({ id })
    const seen: string[] = []
    all.mailer.answer = () => ({ kind: 'broken', phase: 'data', text: 'Gone', mayHaveLeft: true })
    const send = all.mailer.send.bind(all.mailer)
    all.mailer.send = (route, envelope, message) => (seen.push(message.toString()), send(route, envelope, message))
    await all.tick()
    expect(await all.states(id)).toEqual({ 'ann@one.example': 'uncertain: no_answer' })
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'sent', stats: { uncertain: 1, sent: 0 } })
    await all.api.contacts.update({ id: ann!, first_name: 'Anna' })
    await all.api.emailTemplates.update({ id: template.id, html: '<p>New</p>', subject: 'New' })
    all.clock.advance('2 days')
    all.mailer.answer = () => undefined
    expect(await all.api.emails.resolve({ campaign_id: id, as: 'resend' })).toMatchObject({ resolved: 1 })
    await all.tick()
    expect(seen).toHaveLength(2)
    expect(seen[1]).toBe(seen[0])
    expect(seen[0]?.replaceAll('=\r\n', '')).toContain('ann none one.example January 15, 2026')
    expect(await all.api.campaigns.get({ id })).toMatchObject({ stats: { uncertain: 0, sent: 1 } })
  })

  it('writes to nobody whose consent was withdrawn meanwhile, and tells bounces from failures', async () => {
    const all = await campaignDesk(open)
    const [ann] = await all.contacts('ann@one.example', 'gone@one.example', 'ben@one.example')
    all.mailer.answer = (to) => (to === 'gone@one.example' ? refused : undefined)
    const { id } = await all.campaign()
    const start = { id, at: '2026-01-16T09:00:00Z' }
    const answer = { recipients: 3, next_run_at: '2026-01-16T09:00:00.000Z' }
    expect(await all.api.campaigns.schedule({ ...start, dry_run: true })).toMatchObject(answer)
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'draft', next_run_at: null, version: 1 })
    expect(await all.api.campaigns.schedule(start)).toMatchObject(answer)
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'scheduled', next_run_at: '2026-01-16T09:00:00.000Z' })
    await all.tick()
    expect(all.mailer.left).toEqual([])
    await all.api.contacts.update({ id: ann!, do_not_contact: true })
    all.clock.advance('1 day')
    await all.tick()
    expect(await all.states(id)).toEqual({
      'ann@one.example': 'skipped: do_not_contact',
      'ben@one.example': 'sent',
      'gone@one.example': 'bounced: hard',
    })
    expect(await all.api.campaigns.stats({ id })).toMatchObject({
      recipients: 3,
      sent: 1,
      delivered: 1,
      bounced: 1,
      skipped: 1,
      reasons: { do_not_contact: 1, hard: 1 },
      variants: [],
      links: [],
      issues: [{ issue: '2026-01-16', recipients: 3, sent: 1 }],
    })
  })

  it('is paused, resumed and cancelled; nothing leaves meanwhile, and nobody gets it twice', async () => {
    const all = await campaignDesk(open)
    await all.contacts(...Array.from({ length: 12 }, (_, at) => `c${at}@one.example`))
    // The server takes two and says no word to the others.
    let free = 2
    all.mailer.answer = () => (free-- > 0 ? undefined : { kind: 'broken', phase: 'connect', text: 'Down', mayHaveLeft: false })
    const { id } = await all.campaign()
    await all.api.campaigns.schedule({ id })
    await all.tick()
    expect(all.mailer.left).toHaveLength(2)
    expect(await all.api.campaigns.pause({ id })).toMatchObject({ status: 'paused', reason: 'manual' })
    await expect(all.api.campaigns.pause({ id })).rejects.toMatchObject({ code: 'conflict' })
    free = 100
    all.clock.advance('1 hour')
    await all.tick()
    expect(all.mailer.left).toHaveLength(2)
    await all.api.campaigns.update({ id, name: 'Other news', html: '<p>Other</p>' })
    expect(await all.api.campaigns.resume({ id })).toMatchObject({ status: 'sending', reason: null, name: 'Other news' })
    free = 4
    await all.tick()
    const sent = all.mailer.left.length
    expect(sent).toBeGreaterThan(2)
    expect(sent).toBeLessThan(12)
    expect(all.mailer.left.at(-1)?.raw).not.toContain('Other')
    expect(await all.api.campaigns.cancel({ id })).toMatchObject({ status: 'cancelled' })
    free = 100
    all.clock.advance('1 hour')
    await all.tick()
    expect(all.mailer.left).toHaveLength(sent)
    expect(new Set(all.addresses()).size).toBe(sent)
    const { stats, status } = await all.api.campaigns.get({ id })
    expect({ status, ...stats }).toMatchObject({ status: 'cancelled', recipients: 12, sent, cancelled: 12 - sent, pending: 0 })
    await expect(all.api.campaigns.resume({ id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await all.api.campaigns.delete({ id })).toEqual({ deleted: true })
    await expect(all.api.campaigns.get({ id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is not made up for 25 hours late: it is paused, its owner is told, and a person may send it', async () => {
    const all = await campaignDesk(open)
    await all.contacts('ann@one.example')
    const { id } = await all.campaign()
    await all.api.campaigns.schedule({ id, at: '2026-01-16T09:00:00Z' })
    all.clock.advance('49 hours')
    await all.tick()
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'paused', reason: 'missed', stats: { recipients: 0 } })
    const { notifications } = await all.api.notifications.list()
    expect(notifications).toMatchObject([{ type: 'campaign.paused', title: 'Campaign “News” was paused' }])
    await all.api.campaigns.resume({ id })
    await all.tick()
    expect(all.addresses()).toEqual(['ann@one.example'])
  })

  it('goes once to an address that contacts far from one another have in other forms', async () => {
    const all = await campaignDesk(open)
    // Looked at 500 at a time.
    const others = Array.from({ length: 500 }, (_, at) => `c${at}@one.example`)
    const emails = ['ann@xn--bcher-kva.example', ...others, 'ann@bücher.example']
    const { results } = await all.api.contacts.bulkUpsert({ records: emails.map((email) => ({ email })) })
    expect(new Set(results.map(({ id }) => id)).size).toBe(502)
    const { id } = await all.campaign({ throttle_per_hour: 1 })
    expect(await all.api.campaigns.schedule({ id })).toMatchObject({ recipients: 501 })
    await all.tick()
    expect(await all.api.campaigns.get({ id })).toMatchObject({ stats: { recipients: 501, sent: 1, pending: 500 } })
  })

  it('keeps to its limit for each hour', async () => {
    const all = await campaignDesk(open)
    await all.contacts(...Array.from({ length: 5 }, (_, at) => `c${at}@one.example`))
    const { id } = await all.campaign({ throttle_per_hour: 60 })
    await all.api.campaigns.schedule({ id })
    const counts: number[] = []
    for (let minute = 0; minute < 4; minute += 1) {
      await all.tick()
      await all.tick()
      counts.push(all.mailer.left.length)
      all.clock.advance('1 minute')
    }
    expect(counts).toEqual([1, 2, 3, 4])
    await all.tick()
    expect(await all.api.campaigns.get({ id })).toMatchObject({ status: 'sent', stats: { sent: 5 } })
  })

  it('leaves out who is taken out of it, also when the e-mail waits already', async () => {
    const all = await campaignDesk(open)
    const [ann, ben] = await all.contacts('ann@one.example', 'ben@one.example', 'cyd@one.example')
    const { id } = await all.campaign()
    expect(await all.api.campaigns.remove({ id, contactId: ann! })).toEqual({ deleted: true })
    let free = false
    all.mailer.answer = () => (free ? undefined : { kind: 'broken', phase: 'connect', text: 'Down', mayHaveLeft: false })
    expect(await all.api.campaigns.schedule({ id })).toMatchObject({ recipients: 2 })
    await all.tick()
    await all.api.campaigns.remove({ id, contactId: ben! })
    free = true
    all.clock.advance('1 hour')
    await all.tick()
    expect(all.addresses()).toEqual(['cyd@one.example'])
    expect(await all.states(id)).toEqual({ 'ben@one.example': 'cancelled: removed', 'cyd@one.example': 'sent' })
  })
})
