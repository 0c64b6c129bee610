import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

describeStorages(
  'activities',
  (open) => {
    it('are written on a contact, which shows when it was last active and contacted', async () => {
      const { api, clock } = await open()
      const { id, version } = await api.contacts.create({ first_name: 'Anna' })
      const note = await api.activities.addNote({ lead_id: id, body: 'Likes tea' })
      expect(note).toMatchObject({
        type: 'note',
        body: 'Likes tea',
        lead_id: id,
        owner_email: 'ada@acme.test',
        source: 'manual',
        at: clock.now().toISOString(),
      })
      expect(await api.contacts.get({ id })).toMatchObject({ last_activity_at: note.at, last_contacted_at: null, version })
      clock.advance('1 hour')
      const call = await api.activities.logCall({ contact_id: id, outcome: 'connected', duration_seconds: 90 })
      expect(call).toMatchObject({ type: 'call', direction: 'out', channel: 'phone', outcome: 'connected' })
      expect(await api.contacts.get({ id })).toMatchObject({
        last_activity_at: call.at,
        last_contacted_at: call.at,
        days_since_last_contact: 0,
      })
      await api.activities.logCall({ contact_id: id, at: '2020-01-01T00:00:00Z' })
      await api.activities.logMeeting({ contact_id: id, at: '2030-01-01T00:00:00Z' })
      expect(await api.contacts.get({ id })).toMatchObject({ last_contacted_at: call.at })
    })

    it('make the documented events of their contact', async () => {
      const { engine, api } = await open(withEvents)
      const { id } = await api.contacts.create({ first_name: 'Anna' })
      await api.activities.addNote({ lead_id: id, body: 'x' })
      await api.activities.log({ type: 'email', direction: 'out', subject: 'Hello', body: 'Text', lead_id: id })
      await api.activities.log({ type: 'email', direction: 'in', subject: 'Re', lead_id: id })
      await api.activities.log({ type: 'whatsapp', direction: 'in', lead_id: id })
      await api.activities.log({ type: 'linkedin', direction: 'out', lead_id: id })
      await api.activities.logMeeting({ lead_id: id })
      await api.activities.logCall({ lead_id: id })
      const events = (await eventsOf(engine)).filter(({ type }) => type !== 'contact.created')
      expect(events.map(({ type }) => type.replace('contact.', ''))).toEqual([
        'note_added',
        'email_sent',
        'email_received',
        'replied',
        'message_received',
        'replied',
        'message_sent',
        'meeting_booked',
      ])
      expect(events[1]).toMatchObject({
        entity_type: 'contact',
        entity_id: id,
        payload: { subject: 'Hello', snippet: 'Text', channel: 'email', nth: 1, in_copy: 'false' },
        data: { record: { id } },
      })
      expect((await api.contacts.get({ id })).total_email_replies).toBe(1)
    })

    it('are about at least one record, which exists', async () => {
      const { api } = await open()
      await expect(api.activities.addNote({ body: 'x' })).rejects.toMatchObject({
        details: { errors: [{ path: '/lead_id', code: 'required' }] },
      })
      await expect(api.activities.addNote({ body: 'x', deal_id: '01a00000-0000-7000-8000-000000000000' })).rejects.toMatchObject({
        details: { errors: [{ path: '/deal_id', code: 'unknown_record' }] },
      })
      const { id } = await api.contacts.create({ first_name: 'Anna' })
      const email_id = '01a00000-0000-7000-8000-000000000000'
      await expect(api.activities.log({ type: 'email', lead_id: id, email_id })).rejects.toMatchObject({
        details: { errors: [{ path: '/email_id', code: 'unknown_record' }] },
      })
      const { rejected } = await api.activities.bulkUpsert({ records: [{ type: 'email', lead_id: id, email_id }] })
      expect(rejected).toMatchObject([{ code: 'unknown_record', field: 'email_id' }])
      await expect(api.activities.log({ type: 'call', outcome: 'great', lead_id: id })).rejects.toMatchObject({
        details: { errors: [{ path: '/outcome', code: 'not_allowed' }] },
      })
    })

    it('are listed by period in days of the organization, as analytics counts them', async () => {
      const { api, clock } = await open()
      await api.organization.update({ timezone: 'America/New_York' })
      clock.set('2026-02-01T03:00:00Z')
      const { id: lead_id } = await api.contacts.create({ first_name: 'Anna' })
      const times = ['2025-12-31T23:00:00-05:00', '2026-01-01T00:00:00-05:00', '2026-01-31T23:59:59-05:00', '2026-02-01T00:00:00-05:00']
      for (const at of times) await api.activities.logCall({ lead_id, at })
      const { activities } = await api.activities.list({ period: 'month', sort: 'at' })
      expect(activities.map(({ at }) => Date.parse(at))).toEqual(times.slice(1, 3).map((each) => Date.parse(each)))
      expect((await api.analytics.activity({ period: 'month' })).total).toBe(2)
      const part = await api.activities.list({ period: 'month', from: '2026-01-02T00:00:00Z', before: '2026-03-01T00:00:00Z' })
      expect(part.activities.map(({ at }) => at)).toEqual(['2026-02-01T04:59:59.000Z'])
    })

    it('are listed by type, record, owner and period; edited, deleted and restored', async () => {
      const { api } = await open()
      const { id: lead_id } = await api.contacts.create({ first_name: 'Anna' })
      const [note, call] = [
        await api.activities.addNote({ lead_id, body: 'x' }),
        await api.activities.logCall({ lead_id, at: '2025-12-01T10:00:00Z' }),
      ]
      const ids = async (query: object) => (await api.activities.list(query)).activities.map(({ id }) => id)
      expect(await ids({ contact_id: lead_id })).toEqual([note.id, call.id])
      expect(await ids({ type: 'call' })).toEqual([call.id])
      expect(await ids({ period: 'month' })).toEqual([note.id])
      expect(await ids({ period: 'last_month', owner: 'ada@acme.test' })).toEqual([call.id])
      expect(await ids({ before: '2025-12-02T00:00:00Z' })).toEqual([call.id])
      expect(await api.activities.update({ id: note.id, body: 'y', pinned: true })).toMatchObject({ body: 'y', pinned: true, version: 2 })
      await api.activities.delete({ id: note.id })
      expect(await ids({})).toEqual([call.id])
      expect(await api.activities.restore({ id: note.id })).toMatchObject({ body: 'y', deleted_at: null })
      expect(await ids({})).toEqual([note.id, call.id])
    })

    it('are loaded in bulk by external id, as history without events', async () => {
      const { engine, api } = await open(withEvents)
      const { id: lead_id } = await api.contacts.create({ first_name: 'Anna' })
      const records = Array.from({ length: 30 }, (_, at) => ({
        type: 'email' as const,
        direction: 'in' as const,
        subject: `Mail ${at}`,
        at: `2025-01-${String(at + 1).padStart(2, '0')}T00:00:00.000Z`,
        lead_id,
        external_ids: [{ provider: 'custom:mail', id: String(at) }],
      }))
      const first = await api.activities.bulkUpsert({ records: [...records, { type: 'note', body: 'x' }], backfill: true })
      expect([first.created, first.rejected.map(({ index, code }) => [index, code])]).toEqual([30, [[30, 'required']]])
      expect((await api.activities.bulkUpsert({ records })).unchanged).toBe(30)
      await api.activities.bulkUpsert({ records: [{ ...records[0]!, subject: 'Corrected' }], backfill: true })
      for (const type of ['contact.replied', 'activity.created', 'activity.updated']) expect(await eventsOf(engine, type)).toEqual([])
      expect(await api.contacts.get({ id: lead_id })).toMatchObject({
        last_contacted_at: '2025-01-30T00:00:00.000Z',
        total_email_replies: 30,
      })
      await api.activities.bulkUpsert({ records: [{ ...records[0]!, external_ids: [{ provider: 'custom:mail', id: 'new' }] }] })
      expect(await eventsOf(engine, 'contact.replied')).toHaveLength(1)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
