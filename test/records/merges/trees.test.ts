import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('companies that belong to each other', (open) => {
  async function four() {
    const { api } = await open()
    const top = await api.companies.create({ name: 'Top' })
    const company = await api.companies.create({ name: 'Company', parent_company_id: top.id })
    const child = await api.companies.create({ name: 'Child', parent_company_id: company.id })
    const grandchild = await api.companies.create({ name: 'Grandchild', parent_company_id: child.id })
    const parentOf = async (id: string) => (await api.companies.get({ id })).parent_company_id
    return { api, top, company, child, grandchild, parentOf }
  }

  it('stay a tree when one is merged into its grandchild, and when that is undone', async () => {
    const { api, top, company, child, grandchild, parentOf } = await four()
    const { merge_id } = await api.companies.merge({ id: grandchild.id, merge_ids: [company.id] })
    expect([await parentOf(grandchild.id), await parentOf(child.id)]).toEqual([top.id, grandchild.id])
    await api.merges.undo({ id: merge_id })
    expect([await parentOf(grandchild.id), await parentOf(child.id), await parentOf(company.id)]).toEqual([child.id, company.id, top.id])
  })

  it('stay a tree when one is merged into its child, or with one that is above it', async () => {
    const { api, top, company, child, grandchild, parentOf } = await four()
    await api.companies.merge({ id: child.id, merge_ids: [company.id] })
    expect([await parentOf(child.id), await parentOf(grandchild.id)]).toEqual([top.id, child.id])
    await api.companies.merge({ id: top.id, merge_ids: [grandchild.id] })
    expect([await parentOf(top.id), await parentOf(child.id)]).toEqual([null, top.id])
  })

  it('are refused a circle of parents in one set', async () => {
    const { api, company, grandchild, parentOf } = await four()
    const [a, b] = [await api.companies.create({ name: 'A' }), await api.companies.create({ name: 'B' })]
    const result = await api.companies.bulkUpsert({
      records: [
        { id: a.id, parent_company_id: b.id },
        { id: b.id, parent_company_id: a.id },
        { id: company.id, parent_company_id: grandchild.id },
      ],
    })
    expect(result.rejected.map(({ index, field, code }) => [index, field, code])).toEqual([
      [1, 'parent_company_id', 'not_allowed'],
      [2, 'parent_company_id', 'not_allowed'],
    ])
    expect([await parentOf(a.id), await parentOf(b.id)]).toEqual([b.id, null])
  })

  it('refuse to undo a merge that would make a circle by now', async () => {
    const { api } = await open()
    const above = await api.companies.create({ name: 'Above' })
    const merged = await api.companies.create({ name: 'Merged', parent_company_id: above.id })
    const survivor = await api.companies.create({ name: 'Survivor', parent_company_id: (await api.companies.create({ name: 'Q' })).id })
    const child = await api.companies.create({ name: 'Child', parent_company_id: merged.id })
    const { merge_id } = await api.companies.merge({ id: survivor.id, merge_ids: [merged.id] })
    await api.companies.update({ id: above.id, parent_company_id: child.id })
    await expect(api.merges.undo({ id: merge_id })).rejects.toMatchObject({ code: 'conflict' })
    await api.companies.update({ id: above.id, parent_company_id: null })
    await api.merges.undo({ id: merge_id })
    expect((await api.companies.get({ id: child.id })).parent_company_id).toBe(merged.id)
  })
})
