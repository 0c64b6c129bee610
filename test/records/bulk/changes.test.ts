import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { describeStorages } from '../../support/storages.ts'

describeStorages(
  'A change of many records',
  (open) => {
    it('is made by ids or by a filter; what is so already does not count as updated', async () => {
      const { engine, api } = await open(withEvents)
      const made = []
      for (const lead_score of [1, 2, 3])
        made.push(await api.contacts.create({ first_name: `S${lead_score}`, lead_score, tags: ['old', 'Keep'] }))
      const ids = made.map(({ id }) => id)
      expect(await api.contacts.bulkUpdate({ ids: ids.slice(0, 2), set: { lifecycle_stage: 'lead' } })).toEqual({ matched: 2, updated: 2 })
      const filter = { field: 'lead_score', op: 'gte', value: 1 } as const
      expect(await api.contacts.bulkUpdate({ filter, set: { lifecycle_stage: 'lead' } })).toEqual({ matched: 3, updated: 1 })
      expect(await api.contacts.bulkUpdate({ filter, add_tags: ['new', 'KEEP'], remove_tags: ['OLD'] })).toEqual({ matched: 3, updated: 3 })
      expect((await api.contacts.get({ id: ids[0]! })).tags).toEqual(['Keep', 'new'])
      expect(await eventsOf(engine, 'contact.lifecycle_changed')).toHaveLength(3)
    })

    it('is refused without a selection, without a change, and for what belongs to one record alone', async () => {
      const { api } = await open()
      const refused = (input: object, path: string) =>
        expect(api.contacts.bulkUpdate(input as never)).rejects.toMatchObject({ details: { errors: [{ path }] } })
      await refused({ set: { title: 'x' } }, '/ids')
      await refused({ ids: [], filter: { and: [] }, set: { title: 'x' } }, '/ids')
      const one = { field: 'title', op: 'eq', value: 'CEO' } as const
      const half = [{ or: [one, { and: [] }] }, { not: { and: [one, { or: [] }] } }]
      for (const filter of [{ and: [] }, { or: [] }, {}, { not: { or: [] } }, { and: [{ or: [] }, { and: [] }] }, ...half])
        await refused({ filter, set: { title: 'x' } }, '/filter')
      await refused({ ids: [] }, '/set')
      await refused({ ids: [], set: { email: 'a@gmail.com' } }, '/set/email')
      await refused({ ids: [], set: { shoe_size: 1 } }, '/set/shoe_size')
      const nobody = '01900000-0000-7000-8000-000000000001'
      await refused({ ids: [], set: { company_id: nobody } }, '/set/company_id')
      await expect(api.deals.bulkUpdate({ ids: [], set: { company_id: nobody } })).rejects.toMatchObject({
        details: { errors: [{ path: '/set/company_id', code: 'unknown_record' }] },
      })
    })

    it('says how many there are and changes none, as a dry run', async () => {
      const { api } = await open()
      const { id } = await api.contacts.create({ email: 'a@gmail.com' })
      const filter = { field: 'id', op: 'is_set' } as const
      expect(await api.contacts.bulkUpdate({ filter, set: { title: 'CEO' }, dry_run: true })).toEqual({ matched: 1 })
      expect(await api.tags.assign({ object: 'contacts', filter, add_tags: ['new'], dry_run: true })).toEqual({ matched: 1 })
      expect(await api.contacts.get({ id })).toMatchObject({ title: null, tags: [], version: 1 })
    })

    it('of more than 500 is a job, which goes on step by step', async () => {
      const { engine, api } = await open()
      await api.contacts.bulkUpsert({ records: Array.from({ length: 1101 }, (_, at) => ({ first_name: `P${at}` })) })
      const started = await api.contacts.bulkUpdate({ filter: { field: 'id', op: 'is_set' }, set: { title: 'CEO' } })
      expect(started).toMatchObject({ matched: 1101, job_id: expect.any(String) })
      await engine.tick()
      expect(await api.jobs.get({ id: started.job_id! })).toMatchObject({
        state: 'done',
        done: 1101,
        total: 1101,
        result: { changed: 1101 },
      })
      expect((await api.contacts.search({ filter: { field: 'title', op: 'eq', value: 'ceo' }, count: true, limit: 1 })).total).toBe(1101)
      const deletion = await api.contacts.bulkDelete({ filter: { field: 'title', op: 'eq', value: 'ceo' }, confirm_count: 1101 })
      await engine.tick()
      expect(await api.jobs.get({ id: deletion.job_id! })).toMatchObject({ state: 'done', result: { changed: 1101 } })
      expect((await api.contacts.list({})).contacts).toEqual([])
    })

    it('leaves out the records that may not be changed so, whatever their number', async () => {
      const { engine, api } = await open()
      const { id, stages } = await api.pipelines.create({
        name: 'P',
        stages: [{ name: 'In' }, { name: 'Checked', required_fields: ['next_step'] }],
      })
      const [first, checked] = stages
      const deal = { pipeline_id: id, stage_id: first!.id, next_step: 'Call' }
      const sizes = [3, 1200]
      for (const size of sizes) {
        const { results } = await api.deals.bulkUpsert({
          records: Array.from({ length: size }, (_, at) => ({ ...deal, name: `D${size} ${at}`, next_step: at === 1 ? null : 'Call' })),
        })
        const ids = results.map((each) => each.id!)
        const refused = { id: ids[1], code: 'required', field: 'next_step' }
        const answer = await api.deals.bulkUpdate({ ids, set: { stage_id: checked!.id } })
        if (size > 500) {
          await engine.tick()
          expect(await api.jobs.get({ id: answer.job_id! })).toMatchObject({
            state: 'done',
            result: { changed: size - 1, rejected_count: 1, rejected: [refused] },
          })
        } else expect(answer).toMatchObject({ matched: size, updated: size - 1, rejected: [refused] })
        const moved = await api.deals.search({ filter: { field: 'stage_id', op: 'eq', value: checked!.id }, count: true, limit: 1 })
        expect(moved.total).toBe(sizes.filter((each) => each <= size).reduce((sum, each) => sum + each - 1, 0))
      }
    })

    it('deletes only what was counted', async () => {
      const { api } = await open()
      const { id } = await api.contacts.create({ email: 'a@gmail.com' })
      await expect(api.contacts.bulkDelete({ ids: [id], confirm_count: 2 })).rejects.toMatchObject({
        code: 'conflict',
        details: { errors: [{ path: '/confirm_count' }] },
      })
      expect(await api.contacts.bulkDelete({ ids: [id], confirm_count: 1 })).toEqual({ matched: 1, deleted: 1 })
      expect((await api.contacts.create({ email: 'a@gmail.com' })).id).not.toBe(id)
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

describeStorages(
  'Records that may be one',
  (open) => {
    it('are listed in groups with the reason, page by page', async () => {
      const { api } = await open()
      const firm = await api.companies.create({ name: 'Firm' })
      const [a, b] = [
        await api.contacts.create({ first_name: 'Zoë', last_name: 'S', company_id: firm.id }),
        await api.contacts.create({ first_name: 'ZOË ', last_name: 's', company_id: firm.id }),
      ]
      await api.contacts.create({ first_name: 'Zoë', last_name: 'S' })
      const [c, d] = [await api.contacts.create({ phone: '+49 30 901820' }), await api.contacts.create({ phone: '+4930901820' })]
      const { groups } = await api.contacts.duplicates({})
      expect(groups.map(({ reason, ids }) => [reason, ids])).toEqual([
        ['phone', [c.id, d.id]],
        ['name_company', [a.id, b.id]],
      ])
      const first = await api.contacts.duplicates({ limit: 1 })
      const second = await api.contacts.duplicates({ limit: 1, cursor: first.next_cursor! })
      expect([...first.groups, ...second.groups]).toEqual(groups)
      expect(second.next_cursor).toBe(null)
      await api.companies.create({ name: 'FIRM' })
      expect((await api.companies.duplicates({})).groups.map(({ reason, value, ids }) => [reason, value, ids.length])).toEqual([
        ['name_city', 'firm', 2],
      ])
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

describeStorages(
  'A contact that wants to hear no more',
  (open) => {
    it('is noted once, for one topic or for all', async () => {
      const { engine, api } = await open(withEvents)
      const { id } = await api.contacts.create({ email: 'a@gmail.com' })
      const contact = await api.contacts.unsubscribe({ id, topic: 'news', source: 'letter' })
      expect(contact.consents).toEqual({
        news: { state: 'unsubscribed', at: '2026-01-15T09:00:00.000Z', source: 'letter', text_version: null },
      })
      await api.contacts.unsubscribe({ id, topic: 'news' })
      await api.contacts.unsubscribe({ id })
      const events = await eventsOf(engine, 'contact.unsubscribed')
      expect(events.map(({ payload }) => payload['topic'])).toEqual(['news', 'all'])
    })

    it('shows the day of a teammate, and takes tasks of other systems in bulk', async () => {
      const { api, clock } = await open()
      const contact = await api.contacts.create({ first_name: 'Anna', last_name: 'B' })
      const days = {
        early: '2026-01-14T10:00:00.000Z',
        now: '2026-01-15T20:00:00.000Z',
        soon: '2026-01-22T10:00:00.000Z',
        late: '2026-01-24T10:00:00.000Z',
      }
      const records = Object.entries(days).map(([title, due_at]) => ({
        title,
        due_at,
        lead_id: contact.id,
        external_ids: [{ provider: 'custom:cal', id: title }],
      }))
      expect(await api.tasks.bulkUpsert({ records })).toMatchObject({ created: 4, rejected: [] })
      expect(await api.tasks.bulkUpsert({ records: [...records.slice(1), { ...records[0]!, status: 'completed' }] })).toMatchObject({
        unchanged: 3,
        updated: 1,
      })
      await api.tasks.create({ title: 'past', due_at: '2026-01-01T00:00:00Z' })
      const agenda = await api.tasks.agenda({})
      const titles = (tasks: readonly { title: string }[]) => tasks.map(({ title }) => title)
      expect([agenda.day, titles(agenda.overdue), titles(agenda.today), titles(agenda.next_days)]).toEqual([
        '2026-01-15',
        ['past'],
        ['now'],
        ['soon'],
      ])
      expect(agenda.today[0]).toMatchObject({ contact_name: 'Anna B', owner_email: 'ada@acme.test' })
      expect(agenda.counts).toEqual({ overdue: 1, today: 1, next_days: 1 })
      expect((await api.tasks.agenda({ owner: 'eve@acme.test' })).today).toEqual([])
      await api.tasks.bulkUpsert({
        records: [10, 11].map((hour) => ({ title: `at ${hour}`, due_at: `2026-01-15T${hour}:00:00Z`, owner_email: 'ada@acme.test' })),
      })
      const first = await api.tasks.agenda({ limit: 1 })
      expect([titles(first.overdue), titles(first.today), titles(first.next_days)]).toEqual([['past'], ['at 10'], ['soon']])
      const part = await api.tasks.agenda({ part: 'today', limit: 2 })
      expect([titles(part.overdue), titles(part.today), titles(part.next_days)]).toEqual([[], ['at 10', 'at 11'], []])
      expect([first.counts, part.counts]).toEqual([part.counts, { overdue: 1, today: 3, next_days: 1 }])
      expect(clock.now().toISOString()).toBe('2026-01-15T09:00:00.000Z')
    })

    it('opens a task again', async () => {
      const { api } = await open()
      const { id } = await api.tasks.create({ title: 'Call' })
      await expect(api.tasks.reopen({ id })).rejects.toMatchObject({ code: 'conflict' })
      await api.tasks.complete({ id, outcome: 'sent' })
      expect(await api.tasks.reopen({ id })).toMatchObject({ status: 'open', completed_at: null, completed_by: null, outcome: null })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
