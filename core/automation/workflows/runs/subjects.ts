import { Company } from '../../../crm/companies/entity.ts'
import { Contact } from '../../../crm/contacts/entity.ts'
import { Deal } from '../../../crm/deals/entity.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import type { AnyRecord } from '../../../kernel/storage/schema/entity.ts'
import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { Subjects } from '../actions/action.ts'
import type { HeldContacts } from '../actions/sets.ts'
import type { WorkflowRun } from '../entity.ts'

type Ids = Pick<WorkflowRun, 'entity_type' | 'entity_id' | 'contact_id' | 'deal_id' | 'company_id'>

/** The live records of many runs, in look-ups that do not grow with their number; `held` are contacts that need no look-up. */
export async function subjectsOf<R extends Ids>(
  records: Records,
  types: RecordTypes,
  runs: readonly R[],
  held?: Pick<HeldContacts, 'get'>,
): Promise<ReadonlyMap<R, Subjects>> {
  const ids = (of: 'contact_id' | 'deal_id' | 'company_id') => runs.map((run) => run[of])
  const [contacts, deals, companies] = await Promise.all([
    byId(records, Contact, ids('contact_id'), held),
    byId(records, Deal, ids('deal_id')),
    byId(records, Company, ids('company_id')),
  ])
  const known: Record<string, ReadonlyMap<string, AnyRecord>> = { contact: contacts, deal: deals, company: companies }
  for (const [type, group] of Map.groupBy(runs, ({ entity_type }) => entity_type)) {
    const entity = type === null || type in known ? undefined : types.all.find((each) => each.watch?.entityType === type)?.entity
    if (type !== null && entity)
      known[type] = await byId(
        records,
        entity,
        group.map(({ entity_id }) => entity_id),
      )
  }
  return new Map(
    runs.map((run) => [
      run,
      {
        type: run.entity_type,
        record: known[run.entity_type ?? '']?.get(run.entity_id ?? '') ?? null,
        contact: contacts.get(run.contact_id ?? '') ?? null,
        deal: deals.get(run.deal_id ?? '') ?? null,
        company: companies.get(run.company_id ?? '') ?? null,
      },
    ]),
  )
}

/** The names by which events and waits call the records of a run: `contact:<id>`. */
export function subjectNames({ entity_type, entity_id, contact_id, deal_id, company_id }: Ids): string[] {
  const named = { contact: contact_id, deal: deal_id, company: company_id, ...(entity_type !== null && { [entity_type]: entity_id }) }
  return Object.entries(named).flatMap(([type, id]) => (id === null ? [] : [`${type}:${id}`]))
}

async function byId(
  records: Records,
  entity: Parameters<Records['findBy']>[0],
  ids: readonly (string | null)[],
  held?: Pick<HeldContacts, 'get'>,
): Promise<ReadonlyMap<string, AnyRecord>> {
  const wanted = new Set(ids.filter((each) => each !== null))
  const known = [...wanted].flatMap((id) => held?.get(id) ?? [])
  for (const { id } of known) wanted.delete(id)
  // Record types have all the fields that the engine keeps.
  const found = wanted.size === 0 ? [] : ((await records.findBy(entity, 'id', wanted)) as unknown as readonly AnyRecord[])
  return new Map([...known, ...found].map((each) => [each.id, each]))
}
