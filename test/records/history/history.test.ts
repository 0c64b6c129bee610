import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'The history of a record',
  (open) => {
    it('tells every change of a field, from what to what, by whom and when, newest first', async () => {
      const { engine, api, clock } = await open()
      const eve = engine.as({ ...ada, user: 'eve@acme.test', via: { type: 'api_key', id: 'k1', label: 'ERP' } })
      const { id } = await api.contacts.create({ first_name: 'Anna', tags: ['a'] })
      expect((await api.contacts.history({ id })).history).toEqual([])
      clock.advance('1 hour')
      await eve.contacts.update({ id, first_name: 'Berta', tags: ['a', 'b'] })
      await eve.contacts.update({ id, first_name: 'Berta' })
      clock.advance('1 hour')
      await api.contacts.bulkUpsert({ records: [{ id, lead_score: 5 }] })
      const { history } = await api.contacts.history({ id })
      const key = { type: 'api_key', id: 'k1', label: 'ERP' }
      expect(history[0]).toEqual({
        field: 'lead_score',
        from: 0,
        to: 5,
        at: '2026-01-15T11:00:00.000Z',
        actor: expect.objectContaining({ type: 'user', label: 'ada@acme.test' }),
      })
      expect(history.slice(1).toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
        { field: 'first_name', from: 'Anna', to: 'Berta', at: '2026-01-15T10:00:00.000Z', actor: key },
        { field: 'tags', from: ['a'], to: ['a', 'b'], at: '2026-01-15T10:00:00.000Z', actor: key },
      ])
    })

    it('is read page by page, and of companies without events of their own, too', async () => {
      const { api, engine } = await open()
      const { id } = await api.companies.create({ name: 'A' })
      const others = engine.as({ ...ada, organization: 'globex', user: 'bob@globex.test' })
      for (const name of ['B', 'C', 'D']) {
        await api.companies.update({ id, name, industry: name })
        await others.companies.create({ name })
      }
      const all = (await api.companies.history({ id })).history
      expect(all).toHaveLength(6)
      // What cursors hold counts the changes of this record, and tells nothing of other organizations.
      const cursors: string[] = []
      const walked = []
      let cursor: string | null | undefined
      do {
        const page = await api.companies.history({ id, limit: 2, ...(cursor && { cursor }) })
        walked.push(...page.history)
        cursor = page.next_cursor
        if (cursor) cursors.push(Buffer.from(cursor, 'base64url').toString())
      } while (cursor)
      expect(walked).toEqual(all)
      expect(cursors.map((each) => JSON.parse(each).slice(2))).toEqual([
        [2, 0],
        [1, 0],
      ])
      await expect(api.companies.history({ id, cursor: 'x' })).rejects.toMatchObject({ details: { errors: [{ path: '/cursor' }] } })
      await api.companies.delete({ id, purge: true })
      await expect(api.companies.history({ id })).rejects.toMatchObject({ code: 'not_found' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

describeStorages(
  'A timeline',
  (open) => {
    it('shows events, activities, tasks and documents in one order, page by page', async () => {
      const { engine, api, clock } = await open()
      const company = await api.companies.create({ name: 'Firm' })
      const { id } = await api.contacts.create({ first_name: 'Anna', company_id: company.id })
      clock.advance('1 hour')
      await api.activities.addNote({ lead_id: id, body: 'x', subject: 'First' })
      await api.tasks.create({ title: 'Call', lead_id: id })
      clock.advance('1 hour')
      await api.contacts.update({ id, lifecycle_stage: 'lead', title: 'CEO' })
      await api.activities.addNote({ company_id: company.id, body: 'x', subject: 'Of the firm' })
      const { timeline } = await api.contacts.timeline({ id })
      expect(timeline.slice(0, 1).map(({ title }) => title)).toEqual(['contact.lifecycle_changed'])
      expect(
        timeline
          .slice(1, 3)
          .map(({ type, title }) => [type, title])
          .toSorted(),
      ).toEqual([
        ['activity', 'First'],
        ['task', 'Call'],
      ])
      expect(timeline.slice(3).map(({ title }) => title)).toEqual(['contact.created'])
      const whole = (await api.companies.timeline({ id: company.id })).timeline
      expect(whole.map(({ title }) => title).toSorted()).toEqual([
        'Call',
        'First',
        'Of the firm',
        'company.created',
        'contact.created',
        'contact.lifecycle_changed',
      ])
      const walked = []
      let cursor: string | null | undefined
      do {
        const page = await api.companies.timeline({ id: company.id, limit: 1, ...(cursor && { cursor }) })
        walked.push(...page.timeline)
        cursor = page.next_cursor
      } while (cursor)
      expect(walked).toEqual(whole)
      const other = engine.as({ ...ada, organization: 'other', user: 'eve@other.test' })
      await expect(other.contacts.timeline({ id })).rejects.toMatchObject({ code: 'not_found' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
