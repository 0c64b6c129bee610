import { expect, it } from 'vitest'
import type { Api } from 'rapport-crm'
import type { Filter } from '../../../core/records/search/condition.ts'
import { describeStorages } from '../../support/storages.ts'

const on = (field: string, op: string, value: unknown) => ({ field, op, value }) as Filter

describeStorages(
  'Conditions that are kept',
  (open) => {
    /** A list with this filter; answers what it finds and says at any later time. */
    async function kept(api: Api, object: 'contacts' | 'companies' | 'deals', filter: Filter) {
      const { id } = await api.lists.create({ name: 'Kept', object, filter })
      return async () => {
        const { filter, members_count } = await api.lists.get({ id })
        return { filter, members_count }
      }
    }

    it('find whom they found when an option is renamed, whatever state its holders are in', async () => {
      const { api } = await open()
      await api.properties.create({ object: 'contacts', name: 'size', type: 'select', options: [{ value: 'S' }, { value: 'L' }] })
      await api.properties.create({
        object: 'contacts',
        name: 'likes',
        type: 'multi_select',
        options: [{ value: 'red' }, { value: 'blue' }],
      })
      const custom = { size: 'S', likes: ['red'] }
      const [live, gone, survivor, other] = [
        await api.contacts.create({ first_name: 'Live', custom }),
        await api.contacts.create({ first_name: 'Gone', custom }),
        await api.contacts.create({ first_name: 'Survivor', custom }),
        await api.contacts.create({ first_name: 'Other', custom: { size: 'L' } }),
      ]
      await api.deals.create({ name: 'D', primary_lead_id: live.id })
      await api.contacts.delete({ id: gone.id })
      const { merge_id } = await api.contacts.merge({ id: survivor.id, merge_ids: [other.id], overrides: { custom: { size: 'L' } } })
      const both = { and: [on('custom.size', 'eq', 's'), { not: on('custom_properties.likes', 'in', 'blue, pink') }] } as Filter
      const either = { or: [on('custom.likes', 'contains', 'red'), on('custom.size', 'in', ['S', 'M'])] } as Filter
      const lists = [
        await kept(api, 'contacts', both),
        await kept(api, 'contacts', either),
        await kept(api, 'deals', on('contact.custom.size', 'eq', 'S')),
      ]
      const others = await kept(api, 'deals', on('custom.size', 'eq', 'S'))
      const report = await api.reports.create({ name: 'R', object: 'deals', filter: on('contact.custom.size', 'neq', 'S') })
      expect((await api.properties.get({ object: 'contacts', name: 'size' })).usage).toMatchObject([
        { type: 'list', name: 'Kept' },
        { type: 'list', name: 'Kept' },
        { type: 'list', name: 'Kept' },
        { type: 'report', id: report.id, name: 'R' },
      ])
      const found = await Promise.all(lists.map(async (each) => (await each()).members_count))
      await api.properties.update({ object: 'contacts', name: 'size', rename_options: [{ from: 'S', to: 'Small' }] })
      await api.properties.update({ object: 'contacts', name: 'likes', rename_options: [{ from: 'red', to: 'rouge' }] })
      expect(await Promise.all(lists.map(async (each) => (await each()).members_count))).toEqual(found)
      expect((await lists[1]!()).filter).toEqual({
        or: [on('custom.likes', 'contains', 'rouge'), on('custom.size', 'in', ['Small', 'M'])],
      })
      expect((await others()).filter).toEqual(on('custom.size', 'eq', 'S'))
      expect((await api.reports.get({ id: report.id })).filter).toEqual(on('contact.custom.size', 'neq', 'Small'))
      expect((await api.contacts.restore({ id: gone.id })).custom_properties).toEqual({ size: 'Small', likes: ['rouge'] })
      await api.merges.undo({ id: merge_id })
      expect((await api.contacts.get({ id: survivor.id })).custom_properties).toEqual({ size: 'Small', likes: ['rouge'] })
    })

    it('leave an option its former names, which others may still use, until another option is called so', async () => {
      const { api } = await open()
      const named = { object: 'contacts', name: 'size' }
      await api.properties.create({ ...named, type: 'select', options: [{ value: 'S' }, { value: 'L', label: 'Large' }] })
      await api.properties.update({ ...named, rename_options: [{ from: 'S', to: 'Small' }] })
      const { options } = await api.properties.update({ ...named, rename_options: [{ from: 'Small', to: 'Tiny' }] })
      expect(options).toEqual([
        { value: 'Tiny', former: ['S', 'Small'] },
        { value: 'L', label: 'Large' },
      ])
      const { id, custom_properties } = await api.contacts.create({ first_name: 'A', custom: { size: 'S' } })
      expect(custom_properties).toEqual({ size: 'Tiny' })
      const more = await api.properties.update({ ...named, options: [{ value: 'Tiny' }, { value: 'S' }, { value: 'L' }] })
      expect(more.options).toEqual([{ value: 'Tiny', former: ['Small'] }, { value: 'S' }, { value: 'L' }])
      expect((await api.contacts.update({ id, custom: { size: 'S' } })).custom_properties).toEqual({ size: 'S' })
      const forgotten = await api.properties.update({ ...named, options: [{ value: 'Tiny', former: [] }, { value: 'S' }, { value: 'L' }] })
      expect(forgotten.options[0]).toEqual({ value: 'Tiny' })
      await expect(api.contacts.update({ id, custom: { size: 'Small' } })).rejects.toMatchObject({ code: 'invalid_input' })
    })

    it('follow words of the organization and tags that are renamed', async () => {
      const { api } = await open()
      const company = await api.companies.create({ name: 'C', tier: 'gold' })
      await api.contacts.create({ first_name: 'A', company_id: company.id, tags: ['VIP'] })
      const deal = await api.deals.create({ name: 'D', company_id: company.id, priority: 'high' })
      const lists = [
        await kept(api, 'companies', on('tier', 'eq', 'Gold')),
        await kept(api, 'contacts', on('company.tier', 'in', 'silver,gold')),
        await kept(api, 'contacts', on('contact.tags', 'eq', 'vip')),
        await kept(api, 'deals', { not: on('priority', 'neq', 'high') }),
      ]
      const part = await kept(api, 'companies', on('tier', 'contains', 'gold'))
      await api.picklists.replace({ name: 'tiers', values: [{ value: 'A' }, { value: 'silver' }], rename: [{ from: 'gold', to: 'A' }] })
      const priorities = ['medium', 'hot'].map((value) => ({ value }))
      await api.picklists.replace({
        name: 'priorities',
        values: priorities,
        rename: ['low', 'high', 'urgent'].map((from) => ({ from, to: 'hot' })),
      })
      const [tag] = (await api.tags.list({ q: 'vip' })).tags
      await api.tags.update({ id: tag!.id, name: 'Key account' })
      expect(await Promise.all(lists.map((each) => each()))).toEqual([
        { filter: on('tier', 'eq', 'A'), members_count: 1 },
        { filter: on('company.tier', 'in', ['silver', 'A']), members_count: 1 },
        { filter: on('contact.tags', 'eq', ['Key account']), members_count: 1 },
        { filter: { not: on('priority', 'neq', 'hot') }, members_count: 1 },
      ])
      expect(await part()).toMatchObject({ filter: on('tier', 'contains', 'gold') })
      expect(await api.deals.get({ id: deal.id })).toMatchObject({ priority: 'hot' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
