import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'A merge',
  (open) => {
    async function two() {
      const opened = await open()
      const { api } = opened
      const firm = await api.companies.create({ name: 'Firm' })
      const anna = await api.contacts.create({
        first_name: 'Anna',
        email: 'anna@gmail.com',
        tags: ['a'],
        custom_properties: { x: 1 },
        lead_score: 3,
      })
      const other = await api.contacts.create({
        first_name: 'Ann',
        last_name: 'Smith',
        email: 'ann@gmail.com',
        tags: ['b'],
        company_id: firm.id,
        do_not_contact: true,
        custom_properties: { x: 2, y: 3 },
        external_ids: [{ provider: 'custom:erp', id: '9' }],
      })
      const task = await api.tasks.create({ title: 'Call', lead_id: other.id })
      const note = await api.activities.addNote({ lead_id: other.id, body: 'x' })
      return { ...opened, firm, anna, other, task, note }
    }

    it('takes over no stage of another sales cycle', async () => {
      const { api } = await open()
      const stages = [{ id: 'x', name: 'X' }]
      const own = await api.salesCycles.create({ name: 'D', stages })
      const other = await api.salesCycles.create({ name: 'C', stages: [...stages, { id: 'y', name: 'Y' }] })
      const make = async (email: string, sales_cycle_id: string | null, pipeline_stage: string | null) =>
        (await api.contacts.create({ email, sales_cycle_id, pipeline_stage })).id
      const kept = await make('a@x.test', own.id, null)
      await api.contacts.merge({ id: kept, merge_ids: [await make('b@x.test', other.id, 'y')] })
      const { sales_cycle_id, pipeline_stage } = await api.contacts.get({ id: kept })
      expect([sales_cycle_id, pipeline_stage]).not.toEqual([own.id, 'y'])
      const free = await make('c@x.test', null, null)
      await api.contacts.merge({ id: free, merge_ids: [await make('d@x.test', other.id, 'y')] })
      expect(await api.contacts.get({ id: free })).toMatchObject({ sales_cycle_id: other.id, pipeline_stage: 'y' })
    })

    it('splits contacts and deals again whose sales cycle and stage are gone meanwhile', async () => {
      const { api } = await open()
      const [cycle, left] = [
        await api.salesCycles.create({ name: 'C', stages: [{ id: 'x', name: 'X' }] }),
        await api.salesCycles.create({ name: 'D', stages: [{ id: 'y', name: 'Y' }] }),
      ]
      const a = await api.contacts.create({ email: 'a@gmail.com' })
      const b = await api.contacts.create({ email: 'b@gmail.com', sales_cycle_id: left.id, pipeline_stage: 'y' })
      await api.contacts.update({ id: a.id, sales_cycle_id: cycle.id, pipeline_stage: 'x' })
      const pipeline = await api.pipelines.create({ name: 'P', stages: ['a', 'b', 'c'].map((id) => ({ id, name: id })) })
      const place = { pipeline_id: pipeline.id, stage_id: 'b' }
      const [one, two] = [await api.deals.create({ name: '1', ...place }), await api.deals.create({ name: '2', ...place })]
      const people = await api.contacts.merge({ id: a.id, merge_ids: [b.id] })
      const deals = await api.deals.merge({ id: one.id, merge_ids: [two.id] })
      await api.salesCycles.delete({ id: left.id, move_to: cycle.id })
      await api.pipelines.deleteStage({ id: pipeline.id, stageId: 'b', move_to: 'c' })
      await api.merges.undo({ id: people.merge_id })
      await api.merges.undo({ id: deals.merge_id })
      expect((await api.contacts.get({ id: b.id })).sales_cycle_id).not.toBe(left.id)
      const { stages } = await api.pipelines.get({ id: pipeline.id })
      for (const { id } of [one, two]) expect(stages.map((each) => each.id)).toContain((await api.deals.get({ id })).stage_id)
    })

    it('makes two contacts one, which fills its gaps; what named the other names it', async () => {
      const { api, anna, other, task, note, firm } = await two()
      const merged = await api.contacts.merge({ id: anna.id, merge_ids: [other.id], overrides: { title: 'CEO' } })
      expect(merged).toMatchObject({
        id: anna.id,
        first_name: 'Anna',
        last_name: 'Smith',
        title: 'CEO',
        email: 'anna@gmail.com',
        emails: [{ email: 'anna@gmail.com' }, { email: 'ann@gmail.com' }],
        tags: ['a', 'b'],
        company_id: firm.id,
        do_not_contact: true,
        custom_properties: { x: 1, y: 3 },
        merged_ids: [other.id],
        external_ids: [{ provider: 'custom:erp', id: '9' }],
      })
      expect([(await api.tasks.get({ id: task.id })).lead_id, (await api.activities.get({ id: note.id })).lead_id]).toEqual([
        anna.id,
        anna.id,
      ])
      expect((await api.contacts.list({})).contacts).toHaveLength(1)
      const { timeline } = await api.contacts.timeline({ id: other.id })
      expect(timeline.filter(({ title }) => title === 'contact.created')).toHaveLength(2)
    })

    it('lets the ids, addresses and external ids of the other mean the survivor', async () => {
      const { api, anna, other } = await two()
      await api.contacts.merge({ id: anna.id, merge_ids: [other.id] })
      expect(await api.contacts.get({ id: other.id })).toMatchObject({ id: anna.id, merged_from: other.id })
      expect(await api.contacts.update({ id: other.id, title: 'CEO' })).toMatchObject({ id: anna.id, title: 'CEO', merged_from: other.id })
      expect('merged_from' in (await api.contacts.get({ id: anna.id }))).toBe(false)
      await expect(api.contacts.delete({ id: other.id })).rejects.toMatchObject({ code: 'not_found' })
      expect((await api.contacts.create({ email: 'ann@gmail.com' })).id).toBe(anna.id)
      expect((await api.contacts.create({ external_ids: [{ provider: 'custom:erp', id: '9' }] })).id).toBe(anna.id)
      await api.contacts.delete({ id: anna.id })
      await expect(api.contacts.get({ id: other.id })).rejects.toMatchObject({ code: 'not_found' })
      await api.contacts.restore({ id: anna.id })
      expect((await api.contacts.get({ id: other.id })).id).toBe(anna.id)
    })

    it('is undone: every record and reference is as it was', async () => {
      const { api, anna, other, task, note } = await two()
      const rest = ({ version: _v, updated_at: _u, ...record }: object & { version: number; updated_at: string }) => record
      const before = [
        rest(await api.contacts.get({ id: anna.id })),
        rest(await api.contacts.get({ id: other.id })),
        rest(await api.tasks.get({ id: task.id })),
      ]
      const { merge_id } = await api.contacts.merge({ id: anna.id, merge_ids: [other.id], overrides: { title: 'CEO' } })
      await api.contacts.update({ id: anna.id, city: 'Bonn' })
      expect(await api.merges.undo({ id: merge_id })).toMatchObject({
        survivor_id: anna.id,
        merged_ids: [other.id],
        undone_by: 'ada@acme.test',
      })
      const after = [
        rest(await api.contacts.get({ id: anna.id })),
        rest(await api.contacts.get({ id: other.id })),
        rest(await api.tasks.get({ id: task.id })),
      ]
      expect(after).toEqual([{ ...before[0], city: 'Bonn' }, before[1], before[2]])
      expect((await api.activities.get({ id: note.id })).lead_id).toBe(other.id)
      expect((await api.contacts.create({ email: 'ann@gmail.com' })).id).toBe(other.id)
      expect((await api.search.all({ q: 'smith' })).results.map(({ id }) => id)).toEqual([other.id])
      await expect(api.merges.undo({ id: merge_id })).rejects.toMatchObject({ code: 'conflict' })
    })

    it('of companies takes their contacts, children and domains along, and back', async () => {
      const { api } = await open()
      const [a, b] = [
        await api.companies.create({ name: 'A', domain: 'a.com' }),
        await api.companies.create({ name: 'B', domain: 'b.com', code: 'B1' }),
      ]
      const child = await api.companies.create({ name: 'Child', parent_company_id: b.id })
      const contact = await api.contacts.create({ email: 'x@b.com' })
      expect(contact.company_id).toBe(b.id)
      const merged = await api.companies.merge({ id: a.id, merge_ids: [b.id], overrides: { name: 'AB' } })
      expect(merged).toMatchObject({ name: 'AB', domain: 'a.com', domains: ['b.com'], code: 'B1' })
      expect([
        (await api.contacts.get({ id: contact.id })).company_id,
        (await api.companies.get({ id: child.id })).parent_company_id,
      ]).toEqual([a.id, a.id])
      expect((await api.companies.create({ name: 'B', domain: 'b.com' })).id).toBe(a.id)
      await api.merges.undo({ id: merged.merge_id })
      expect([
        (await api.contacts.get({ id: contact.id })).company_id,
        (await api.companies.get({ id: child.id })).parent_company_id,
      ]).toEqual([b.id, b.id])
      expect(await api.companies.get({ id: b.id })).toMatchObject({ code: 'B1', domain: 'b.com' })
      expect((await api.companies.search({ filter: { field: 'domain', op: 'eq', value: 'b.com' } })).companies.map(({ id }) => id)).toEqual(
        [b.id],
      )
    })

    it('lets the contacts of the company that lives on follow what it becomes, and what it is again', async () => {
      const { api } = await open()
      const other = await api.companies.create({ name: 'Forge', industry: 'Steel' })
      const company = await api.companies.create({ name: 'Works' })
      const { id } = await api.contacts.create({ email: 'eve@works.test', company_id: company.id })
      const { merge_id } = await api.companies.merge({ id: company.id, merge_ids: [other.id], overrides: { name: 'Forge Works' } })
      expect(await api.contacts.get({ id })).toMatchObject({ company: 'Forge Works', organization_industry: 'Steel' })
      await api.merges.undo({ id: merge_id })
      expect(await api.contacts.get({ id })).toMatchObject({ company: 'Works', organization_industry: null })
    })

    it('is logged, and refused for what is not there or not its own', async () => {
      const { api, engine, anna, other } = await two()
      const { merge_id } = await api.contacts.merge({ id: anna.id, merge_ids: [other.id] })
      expect((await api.merges.list({})).merges).toEqual([
        expect.objectContaining({ id: merge_id, object: 'contacts', survivor_id: anna.id, undone_at: null }),
      ])
      await expect(api.contacts.merge({ id: anna.id, merge_ids: [anna.id] })).rejects.toMatchObject({
        details: { errors: [{ path: '/merge_ids' }] },
      })
      await expect(api.contacts.merge({ id: anna.id, merge_ids: [other.id] })).rejects.toMatchObject({ code: 'not_found' })
      const stranger = engine.as({ ...ada, organization: 'other', user: 'eve@other.test' })
      await expect(stranger.merges.undo({ id: merge_id })).rejects.toMatchObject({ code: 'not_found' })
      expect((await stranger.merges.list({})).merges).toEqual([])
    })

    it('is not taken back by restoring the merged record, nor before a later merge of the survivor: each says what to undo', async () => {
      const { api } = await open()
      const [a, b, c] = [
        await api.contacts.create({ first_name: 'A' }),
        await api.contacts.create({ first_name: 'B' }),
        await api.contacts.create({ first_name: 'C' }),
      ]
      const first = await api.contacts.merge({ id: a.id, merge_ids: [b.id] })
      await expect(api.contacts.restore({ id: b.id })).rejects.toMatchObject({ code: 'conflict', details: { existing_id: a.id } })
      const second = await api.contacts.merge({ id: c.id, merge_ids: [a.id] })
      await expect(api.contacts.restore({ id: b.id })).rejects.toMatchObject({ code: 'conflict', details: { existing_id: c.id } })
      await expect(api.merges.undo({ id: first.merge_id })).rejects.toMatchObject({ code: 'conflict', details: { existing_id: c.id } })
      await api.merges.undo({ id: second.merge_id })
      await api.merges.undo({ id: first.merge_id })
      expect(await api.contacts.get({ id: b.id })).toMatchObject({ id: b.id, first_name: 'B', deleted_at: null })
    })

    it('holds while the survivor is deleted: what it took in comes back with it, and never alone', async () => {
      const { api, anna, other, task } = await two()
      const merge = async () => await api.contacts.merge({ id: anna.id, merge_ids: [other.id] })
      const first = await merge()
      for (const remove of [
        () => api.contacts.delete({ id: anna.id }),
        () => api.contacts.bulkDelete({ ids: [anna.id], confirm_count: 1 }),
      ]) {
        await remove()
        await expect(api.contacts.get({ id: other.id })).rejects.toMatchObject({ code: 'not_found' })
        await expect(api.contacts.restore({ id: other.id })).rejects.toMatchObject({ code: 'conflict', details: { existing_id: anna.id } })
        await expect(api.merges.undo({ id: first.merge_id })).rejects.toMatchObject({ code: 'conflict' })
        expect(await api.contacts.restore({ id: anna.id })).toMatchObject({ id: anna.id, merged_ids: [other.id] })
        expect(await api.contacts.get({ id: other.id })).toMatchObject({ id: anna.id, merged_from: other.id })
      }
      await api.merges.undo({ id: first.merge_id })
      expect(await api.contacts.get({ id: other.id })).toMatchObject({ first_name: 'Ann', email: 'ann@gmail.com' })
      expect((await api.tasks.get({ id: task.id })).lead_id).toBe(other.id)
      const second = await merge()
      await api.contacts.delete({ id: anna.id, purge: true })
      expect(await api.contacts.restore({ id: other.id })).toMatchObject({ id: other.id, email: 'ann@gmail.com' })
      await expect(api.merges.undo({ id: second.merge_id })).rejects.toMatchObject({ code: 'conflict' })
    })

    it('is not undone when another record has taken a key of the merged one meanwhile', async () => {
      const { api } = await open()
      const [a, b] = [await api.companies.create({ name: 'A', code: 'A1' }), await api.companies.create({ name: 'B', code: 'B1' })]
      const { merge_id } = await api.companies.merge({ id: a.id, merge_ids: [b.id] })
      const taken = await api.companies.create({ name: 'C' })
      await api.companies.update({ id: taken.id, code: 'B1' })
      await expect(api.merges.undo({ id: merge_id })).rejects.toMatchObject({ code: 'already_exists', details: { existing_id: taken.id } })
      expect(await api.companies.get({ id: b.id })).toMatchObject({ id: a.id, merged_from: b.id })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
