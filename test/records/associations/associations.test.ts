import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'Associations',
  (open) => {
    it('link two records with a label for each side, and are listed from both', async () => {
      const { api, engine, clock } = await open()
      const company = await api.companies.create({ name: 'Acme', domain: 'acme-works.com' })
      const contact = await api.contacts.create({ first_name: 'Ada', last_name: 'L' })
      const deal = await api.deals.create({ name: 'Big deal' })
      const link = { from_object: 'companies', from_id: company.id, to_object: 'contacts', to_id: contact.id }
      const made = await api.associations.create({ ...link, label: 'Billing contact', inverse_label: 'Bills to' })
      expect(made).toMatchObject({
        ...link,
        to_name: 'Ada L',
        label: 'Billing contact',
        inverse_label: 'Bills to',
        created_by: 'ada@acme.test',
      })
      const back = { from_object: 'contacts', from_id: contact.id, to_object: 'companies', to_id: company.id }
      expect((await api.associations.create({ ...back, label: 'bills to', inverse_label: 'billing contact' })).id).toBe(made.id)
      clock.advance('1 second')
      const partner = await api.associations.create({
        from_object: 'companies',
        from_id: company.id,
        to_object: 'deals',
        to_id: deal.id,
        label: 'Partner',
      })
      const ofCompany = { object: 'companies', record_id: company.id }
      const page = await api.associations.list({ ...ofCompany, limit: 1 })
      expect(page.associations.map(({ id }) => id)).toEqual([partner.id])
      const rest = await api.associations.list({ ...ofCompany, limit: 1, cursor: page.next_cursor! })
      expect([rest.associations.map(({ id }) => id), rest.next_cursor]).toEqual([[made.id], null])
      expect((await api.associations.list({ ...ofCompany, to_object: 'deals' })).associations).toMatchObject([
        { label: 'Partner', inverse_label: 'Partner', to_name: 'Big deal' },
      ])
      expect((await api.associations.list({ ...ofCompany, label: 'BILLING contact' })).associations).toHaveLength(1)
      const ofContact = { object: 'contacts', record_id: contact.id }
      expect((await api.associations.list(ofContact)).associations).toMatchObject([{ ...back, label: 'Bills to', to_name: 'Acme' }])
      const eve = engine.as({ ...ada, organization: 'other' })
      await expect(eve.associations.delete({ id: made.id })).rejects.toMatchObject({ code: 'not_found' })
      expect(await api.associations.delete({ id: made.id })).toEqual({ deleted: true })
      expect((await api.associations.list(ofContact)).associations).toEqual([])
      await expect(api.associations.delete({ id: made.id })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('are one link, however many parallel calls make it', async () => {
      const { api } = await open()
      const [a, b] = [await api.companies.create({ name: 'A', domain: 'a-works.com' }), await api.products.create({ sku: 'P', name: 'P' })]
      const link = { from_object: 'companies', from_id: a.id, to_object: 'products', to_id: b.id, label: 'Uses' }
      const back = { from_object: 'products', from_id: b.id, to_object: 'companies', to_id: a.id, label: 'Uses' }
      const made = await Promise.all([link, back, link].map((each) => api.associations.create(each)))
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    })

    it('follow a merge and come back with its undo; those of deleted records come back with them', async () => {
      const { api } = await open()
      const [kept, taken, other] = [
        await api.contacts.create({ first_name: 'Kept' }),
        await api.contacts.create({ first_name: 'Taken' }),
        await api.companies.create({ name: 'Other', domain: 'other-works.com' }),
      ]
      for (const { id } of [kept, taken])
        await api.associations.create({ from_object: 'companies', from_id: other.id, to_object: 'contacts', to_id: id, label: 'Advisor' })
      await api.associations.create({
        from_object: 'contacts',
        from_id: kept.id,
        to_object: 'contacts',
        to_id: taken.id,
        label: 'Colleague',
      })
      const names = async () => {
        const { associations } = await api.associations.list({ object: 'companies', record_id: other.id })
        return associations.map(({ to_name, to_id }) => [to_name, to_id]).toSorted()
      }
      const merged = await api.contacts.merge({ id: kept.id, merge_ids: [taken.id] })
      expect(await names()).toEqual([['Kept', kept.id]])
      expect((await api.associations.list({ object: 'contacts', record_id: taken.id })).associations).toMatchObject([
        { from_id: kept.id, to_name: 'Other', label: 'Advisor' },
      ])
      await api.merges.undo({ id: merged.merge_id })
      expect(await names()).toEqual([
        ['Kept', kept.id],
        ['Taken', taken.id],
      ])
      await api.contacts.delete({ id: taken.id })
      expect(await names()).toEqual([['Kept', kept.id]])
      await api.contacts.restore({ id: taken.id })
      expect(await names()).toHaveLength(2)
    })

    it('are seen, made and removed only by who sees both records', async () => {
      const { api, engine } = await open()
      const mine = await api.contacts.create({ first_name: 'Mine', assigned_to: 'bob@acme.test' })
      const hers = await api.contacts.create({ first_name: 'Hers', assigned_to: 'eve@acme.test' })
      const link = { from_object: 'contacts', from_id: mine.id, to_object: 'contacts', to_id: hers.id }
      const { id } = await api.associations.create({ ...link, label: 'Rival', inverse_label: null })
      const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
      expect((await bob.associations.list({ object: 'contacts', record_id: mine.id })).associations).toEqual([])
      for (const value of [hers.id, 'rival']) {
        const filter = { field: 'associations', op: 'contains', value } as const
        expect((await api.contacts.search({ filter })).contacts).toMatchObject([{ id: mine.id }])
        expect((await bob.contacts.search({ filter })).contacts).toEqual([])
      }
      await expect(bob.associations.delete({ id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(bob.associations.create(link)).rejects.toMatchObject({
        details: { errors: [{ path: '/to_id', code: 'unknown_record' }] },
      })
    })

    it('of deals with contacts and of companies with their parents are fields of these records, read and written as links', async () => {
      const { api } = await open()
      const [parent, child] = [
        await api.companies.create({ name: 'Parent', domain: 'parent-works.com' }),
        await api.companies.create({ name: 'Child', domain: 'child-works.com' }),
      ]
      const [deal, contact] = [await api.deals.create({ name: 'D' }), await api.contacts.create({ first_name: 'C' })]
      const role = { from_object: 'deals', from_id: deal.id, to_object: 'contacts', to_id: contact.id, label: 'Decision maker' }
      const made = await api.associations.create(role)
      expect(made).toMatchObject({ ...role, to_name: 'C', field: 'deals.contacts' })
      expect((await api.deals.get({ id: deal.id })).contacts).toMatchObject([
        { lead_id: contact.id, role: 'Decision maker', primary: true },
      ])
      const { associations: ofContact } = await api.associations.list({ object: 'contacts', record_id: contact.id })
      expect(ofContact).toMatchObject([{ id: made.id, to_object: 'deals', to_id: deal.id, label: 'Decision maker' }])
      expect((await api.associations.create(role)).id).toBe(made.id)
      await expect(api.associations.create({ ...role, label: 'Blocker' })).rejects.toMatchObject({ code: 'conflict' })
      const family = { from_object: 'companies', from_id: parent.id, to_object: 'companies', to_id: child.id }
      const down = await api.associations.create({ ...family, label: 'Subsidiary', inverse_label: 'Parent company' })
      expect(down).toMatchObject({ label: 'Child company', inverse_label: 'Parent company', field: 'companies.parent_company_id' })
      expect((await api.companies.get({ id: child.id })).parent_company_id).toBe(parent.id)
      expect((await api.associations.list({ object: 'companies', record_id: child.id })).associations).toMatchObject([
        { id: down.id, to_id: parent.id, to_name: 'Parent', label: 'Parent company' },
      ])
      expect(
        (await api.associations.list({ object: 'companies', record_id: parent.id, to_object: 'companies' })).associations,
      ).toHaveLength(1)
      await api.companies.update({ id: child.id, parent_company_id: null })
      expect((await api.associations.list({ object: 'companies', record_id: parent.id })).associations).toEqual([])
      await expect(api.associations.delete({ id: down.id })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('that a field says end with what the field says, by the id of the link, for who sees both records', async () => {
      const { api, engine } = await open()
      const [parent, child] = [await api.companies.create({ name: 'Parent' }), await api.companies.create({ name: 'Child' })]
      const people = [
        await api.contacts.create({ first_name: 'A' }),
        await api.contacts.create({ first_name: 'B', assigned_to: 'eve@acme.test' }),
      ]
      const deals = [await api.deals.create({ name: 'D', owner_email: 'bob@acme.test' }), await api.deals.create({ name: 'E' })]
      const links = []
      for (const deal of deals)
        for (const { id } of people)
          links.push(
            await api.associations.create({ from_object: 'deals', from_id: deal.id, to_object: 'contacts', to_id: id, label: 'Buyer' }),
          )
      const [, second] = links
      const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
      await expect(bob.associations.delete({ id: second!.id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(engine.as({ ...ada, organization: 'other' }).associations.delete({ id: second!.id })).rejects.toMatchObject({
        code: 'not_found',
      })
      expect(await api.associations.delete({ id: second!.id })).toEqual({ deleted: true })
      const left = async (at: number) => (await api.deals.get({ id: deals[at]!.id })).contacts.map(({ lead_id }) => lead_id)
      expect([await left(0), await left(1)]).toEqual([[people[0]!.id], people.map(({ id }) => id)])
      await expect(api.associations.delete({ id: second!.id })).rejects.toMatchObject({ code: 'not_found' })
      const family = { from_object: 'companies', from_id: child.id, to_object: 'companies', to_id: parent.id, label: 'Parent company' }
      const up = await api.associations.create(family)
      expect(await api.associations.delete({ id: up.id })).toEqual({ deleted: true })
      expect((await api.companies.get({ id: child.id })).parent_company_id).toBeNull()
    })

    it('are listed newest first, those of fields among the others, and page by page without a gap where times are equal', async () => {
      const { api, clock } = await open()
      const { id } = await api.contacts.create({ first_name: 'C' })
      const names: string[] = []
      for (let at = 0; at < 12; at += 1) {
        const name = `N${at}`
        names.unshift(name)
        if (at % 3 > 0) await api.deals.create({ name, primary_lead_id: id })
        else {
          const company = await api.companies.create({ name })
          await api.associations.create({ from_object: 'companies', from_id: company.id, to_object: 'contacts', to_id: id })
        }
        if (at > 8) clock.advance(1000)
      }
      const seen: (string | null)[] = []
      let cursor: string | null = null
      do {
        const page = await api.associations.list({ object: 'contacts', record_id: id, limit: 5, ...(cursor && { cursor }) })
        seen.push(...page.associations.map(({ to_name }) => to_name))
        cursor = page.next_cursor
      } while (cursor)
      expect(seen).toEqual(names)
    })

    it('are refused where they cannot be', async () => {
      const { api } = await open()
      const [a, b] = [
        await api.companies.create({ name: 'A', domain: 'a-works.com' }),
        await api.companies.create({ name: 'B', domain: 'b-works.com' }),
      ]
      const deal = await api.deals.create({ name: 'D' })
      const link = { from_object: 'companies', from_id: a.id, to_object: 'companies', to_id: b.id }
      const refused = [
        [{ ...link, to_id: a.id }, '/to_id'],
        [{ ...link, to_object: 'webhooks' }, '/to_object'],
        [{ ...link, from_id: deal.id }, '/from_id'],
        [{ ...link, label: 'x'.repeat(101) }, '/label'],
      ] as const
      for (const [input, path] of refused)
        await expect(api.associations.create(input)).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path }] } })
      await expect(api.associations.list({ object: 'companies', record_id: deal.id })).rejects.toMatchObject({
        details: { errors: [{ path: '/record_id' }] },
      })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
