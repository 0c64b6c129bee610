import { expect, it } from 'vitest'
import { limits } from '../../../core/kernel/operation/limits.ts'
import { Workflow } from '../../../core/automation/workflows/entity.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { withWriter, write } from '../../support/writing.ts'

describeStorages('active workflows', (open) => {
  it('are so many at most in an organization; the next one may be active when another is paused', async () => {
    const { engine, api } = await open(withWriter)
    const made = async (name: string) =>
      (await api.workflows.create({ name, trigger: { type: 'contact.created' }, steps: [{ type: 'add_tag', config: { tag: 'x' } }] })).id
    const first = await made('First')
    await api.workflows.activate({ id: first })
    await write(
      engine,
      Workflow,
      Array.from({ length: limits.active_workflows.value - 1 }, (_, at) => active(at)),
    )
    const next = await made('Next')
    await expect(api.workflows.activate({ id: next })).rejects.toMatchObject({ code: 'conflict' })
    expect(await api.workflows.get({ id: next })).toMatchObject({ status: 'draft' })
    await api.workflows.pause({ id: first })
    expect(await api.workflows.activate({ id: next })).toMatchObject({ status: 'active' })
  })
})

const now = new Date('2026-01-15T08:00:00Z')
const active = (at: number) => ({
  id: `01980000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  user_from: ada.organization,
  external_ids: [],
  name: `Other ${at}`,
  description: null,
  status: 'active' as const,
  published_version: 1,
  draft_version: 2,
  published_at: now,
  definition: null,
  draft: null,
  managed_by: null,
  created_by: ada.user,
  created_via: 'app:',
  created_in: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
  version: 1,
})
