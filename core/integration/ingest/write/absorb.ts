import { Company } from '../../../crm/companies/entity.ts'
import { Contact } from '../../../crm/contacts/entity.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import type { CommonFields, EntityTable } from '../../../kernel/storage/schema/entity.ts'
import type { BatchContext } from '../match/context.ts'
import type { Target } from '../match/target.ts'

// What all records have suffices to delete one.
const companyTable: EntityTable<CommonFields> = Company
const referring = ['company_id', 'parent_company_id']

/**
 * Moves the references of placeholders to the companies that own their domains now, and deletes the placeholders: so the order of batches
 * does not matter.
 */
export async function absorb(context: BatchContext, targets: readonly Target[]): Promise<void> {
  const heirs = new Map(targets.filter(({ used }) => used).flatMap((heir) => heir.absorbs.map((gone) => [gone.id, heir] as const)))
  if (heirs.size === 0) return
  const { records, entities, lock } = context
  for (const entity of entities)
    for (const column of referring) {
      if (!(column in entity.fields)) continue
      const rows = await records.findBy(entity, column, heirs.keys(), { lock })
      await records.update(
        entity,
        rows.flatMap((before) => {
          const heir = heirs.get(String(before[column]))
          return heir ? [{ before, changes: changesOf(before, column, heir, entity === Contact) }] : []
        }),
      )
    }
  const gone = [...heirs.values()].flatMap(({ absorbs }) => absorbs)
  await records.update(
    companyTable,
    [...new Set(gone)].flatMap(({ before }) => (before ? [{ before, changes: { deleted_at: records.unit.now } }] : [])),
  )
  const references = context.references('companies')
  for (const id of heirs.keys()) await references.unlink(id)
}

function changesOf({ company }: Row, column: string, { absorbs, record }: Target, isContact: boolean): Row {
  const follows = isContact && absorbs.some((each) => each.record.name === company)
  const { id, name, industry, employees } = record
  return { [column]: id, ...(follows && { company: name, organization_industry: industry, organization_num_employees: employees }) }
}
