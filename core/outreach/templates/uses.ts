import { sql, type SqlBool } from 'kysely'
import type { Registry } from '../../kernel/feature/registry.ts'
import { Hook } from '../../kernel/operation/hook.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Workflow } from '../../automation/workflows/entity.ts'

/** Something that sends a template. */
export interface TemplateUse {
  /** `workflow`, `sequence`, `campaign`. */
  readonly type: string
  readonly id: string
  readonly name: string
}

/** Those who send templates, each with a look-up of what sends the template with this id. */
export const templateUsers = new Hook<(records: Records, template_id: string) => Promise<readonly TemplateUse[]>>(
  'those who send templates',
)

// What is shown of them.
const MOST = 100

/** What sends a template, at most 100 of each kind. */
export async function usesOf(records: Records, registry: Registry, template_id: string): Promise<TemplateUse[]> {
  const others = await Promise.all(registry.attached(templateUsers).map((each) => each(records, template_id)))
  return [...(await workflowsWith(records, template_id)), ...others.flat()]
}

async function workflowsWith(records: Records, template_id: string): Promise<readonly TemplateUse[]> {
  const named = `%"${template_id}"%`
  const rows = await records.columns(Workflow, ['id', 'name'], (query) =>
    query
      .where('deleted_at', 'is', null)
      .where(sql<SqlBool>`(cast(definition as text) like ${named} or cast(draft as text) like ${named})`)
      .orderBy('id')
      .limit(MOST),
  )
  return rows.map(({ id, name }) => ({ type: 'workflow', id, name }))
}
