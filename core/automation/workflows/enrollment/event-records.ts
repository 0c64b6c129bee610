import { sql, type SqlBool } from 'kysely'
import { Contact } from '../../../crm/contacts/entity.ts'
import { Deal, dealsOfContact } from '../../../crm/deals/entity.ts'
import type { DispatchedEvent } from '../../../kernel/feature/event-consumer.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../../kernel/storage/schema/entity.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import { naming } from '../../../kernel/storage/records/naming.ts'
import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { EnrolledIds } from './candidates.ts'

type Event = Pick<DispatchedEvent, 'id' | 'entity_type' | 'entity_id' | 'payload'>
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// Names under which records and events refer to their contact, deal and company, the likeliest first.
const names = { contact: ['contact_id', 'lead_id', 'primary_lead_id'], deal: ['deal_id'], company: ['company_id'] } as const

/** The records of events, in look-ups that do not grow with their number; the records of an event that is about nobody are null. */
export async function recordsOfEvents(
  records: Records,
  types: RecordTypes,
  events: readonly Event[],
): Promise<ReadonlyMap<number, EnrolledIds>> {
  const own = new Set(events.flatMap(({ id, entity_type }) => (entity_type === 'contact' ? [id] : [])))
  return await completed(records, await namedByEvents(records, types, events), own)
}

/** The records that events are about or name, and no others; also of records that are deleted, as far as the event itself says. */
export async function namedByEvents(
  records: Records,
  types: RecordTypes,
  events: readonly Event[],
): Promise<ReadonlyMap<number, EnrolledIds>> {
  const named = new Map<number, EnrolledIds>()
  for (const [type, group] of Map.groupBy(events, ({ entity_type }) => entity_type)) {
    const entity = types.all.find((each) => each.watch?.entityType === type)?.entity
    const rows = entity ? await referencesIn(records, entity, new Set(group.map(({ entity_id }) => entity_id))) : []
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
    for (const event of group) named.set(event.id, idsOf(event, entity !== undefined, membersOf(byId.get(event.entity_id))))
  }
  return named
}

// What the live ones of these records refer to; their other columns say nothing of whose they are.
async function referencesIn(records: Records, entity: EntityTable, ids: ReadonlySet<string>): Promise<readonly Row[]> {
  const known = Object.values(names).flat()
  const columns = ['id', 'deleted_at', ...known].filter((each) => each in entity.fields)
  const rows: readonly Row[] = await records.columnsOf(entity, columns, ids)
  return rows.filter(({ deleted_at }) => !deleted_at)
}

function idsOf({ entity_type, entity_id, payload }: Event, isRecord: boolean, row: Readonly<Record<string, unknown>>): EnrolledIds {
  const said = membersOf(JSON.parse(payload))
  const found = (keys: readonly string[]) => [...keys.map((key) => row[key]), ...keys.map((key) => said[key])].find(isId) ?? null
  const contact_id = entity_type === 'contact' ? entity_id : found(names.contact)
  const own = isRecord ? { entity_type, entity_id } : { entity_type: contact_id === null ? null : 'contact', entity_id: contact_id }
  return {
    ...own,
    contact_id: entity_type === 'company' ? null : contact_id,
    deal_id: entity_type === 'deal' ? entity_id : found(names.deal),
    company_id: entity_type === 'company' ? entity_id : found(names.company),
  }
}

// A contact brings its company, and its latest open deal where the event names none; the events of contacts have its company already.
async function completed(
  records: Records,
  named: ReadonlyMap<number, EnrolledIds>,
  ofContacts: ReadonlySet<number>,
): Promise<ReadonlyMap<number, EnrolledIds>> {
  const all = [...named.values()]
  const wanted = new Set(
    [...named].flatMap(([event, { contact_id, company_id }]) => (company_id === null && !ofContacts.has(event) ? (contact_id ?? []) : [])),
  )
  const contacts = await records.columnsOf(Contact, ['id', 'company_id', 'deleted_at'], wanted)
  const companies = new Map(contacts.map(({ id, company_id, deleted_at }) => [id, deleted_at ? null : company_id]))
  const deals = await openDeals(
    records,
    all.flatMap(({ contact_id, deal_id }) => (deal_id === null && contact_id !== null ? [contact_id] : [])),
  )
  return new Map(
    [...named].map(([event, ids]) => [
      event,
      {
        ...ids,
        deal_id: ids.deal_id ?? deals.get(ids.contact_id ?? '') ?? null,
        company_id: ids.company_id ?? companies.get(ids.contact_id ?? '') ?? null,
      },
    ]),
  )
}

/** By contact, the open deal that was changed last. */
export async function openDeals(records: Records, contacts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (contacts.length === 0) return new Map()
  const rows = await naming(records, Deal, dealsOfContact, [...new Set(contacts)])
    .select(['id', 'of'])
    .where(sql<SqlBool>`status = 'open'`)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at')
    .execute()
  return new Map(rows.map(({ of, id }) => [String(of), String(id)]))
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}
