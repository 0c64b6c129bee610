import { expect, it } from 'vitest'
import { Reply } from '../../../core/kernel/operation/reply.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { mailDesk } from '../sending/desk.ts'

describeStorages('e-mails to addresses', (open) => {
  it('are to the contact with the first one, as if it were named, unless the caller does not see it', async () => {
    await using all = await mailDesk(open)
    const { api, engine } = all
    const kim = await api.contacts.create({ email: 'kim@theirs.example', first_name: 'Kim', assigned_to: 'ada@acme.test' })
    const given = { to: ['Kim@theirs.example', 'lee@theirs.example'], subject: 'Hello {{contact.first_name | there}}', text: 'Hello' }
    const email = await api.emails.send(given)
    expect(email).toMatchObject({ lead_id: kim.id, subject: 'Hello Kim', to: given.to })
    expect((await api.emails.list({ lead_id: kim.id })).emails).toHaveLength(1)
    expect(await api.emails.send({ ...given, to: ['nobody@theirs.example'] })).toMatchObject({ lead_id: null, subject: 'Hello there' })
    const ben = engine.as({ ...ada, user: 'ben@acme.test', role: 'member', visibility: 'own' })
    expect(await ben.emails.send(given)).toMatchObject({ lead_id: null, subject: 'Hello there' })
    await engine.tick()
    const { timeline } = await api.contacts.timeline({ id: kim.id })
    expect(timeline.filter(({ type }) => type === 'email')).toHaveLength(1)
    for (const yes of [true, 'yes'] as const) {
      const { track_opens } = await api.emails.send({ ...given, to: ['lee@theirs.example'], track: yes, unsubscribe_link: yes })
      await engine.tick()
      expect([track_opens, /^List-Unsubscribe: /m.test(all.server.taken.at(-1)?.raw ?? '')]).toEqual([true, true])
    }
    await api.contacts.update({ id: kim.id, do_not_contact: true })
    await expect(api.emails.send(given)).rejects.toMatchObject({ code: 'recipient_blocked', details: { reason: 'do_not_contact' } })
  })

  it('go out once under an idempotency key, also when the answer of the first call is not kept any longer', async () => {
    await using all = await mailDesk(open)
    const { api, engine } = all
    const given = { to: ['kim@theirs.example'], subject: 'Hello', text: 'Hello' }
    const once = { idempotencyKey: 'order-1' }
    const { id, message_id } = await api.emails.send(given, once)
    await engine.tick()
    for (const later of ['25 hours', '40 days'] as const) {
      all.clock.advance(later)
      const reply = new Reply()
      expect(await api.emails.send(given, { ...once, reply })).toMatchObject({ id, message_id, status: 'sent' })
      expect(reply.replayed).toBe(true)
      await engine.tick()
    }
    expect(all.server.taken).toHaveLength(1)
    all.clock.advance('25 hours')
    const others = [
      await api.emails.send({ ...given, text: 'Hello again' }, once),
      await api.emails.send(given, { idempotencyKey: 'order-2' }),
    ]
    const ben = engine.as({ ...ada, user: 'ben@acme.test' })
    others.push(await ben.emails.send(given, once), await api.emails.send(given), await api.emails.send(given))
    expect(new Set([id, ...others.map((each) => each.id)]).size).toBe(6)
  })
})
