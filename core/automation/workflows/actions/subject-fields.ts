import type { Subjects } from './action.ts'

/** The fields by which tasks and activities name the record that they are about, by its type. */
const fields: Readonly<Record<string, string>> = {
  contact: 'lead_id',
  company: 'company_id',
  deal: 'deal_id',
  quote: 'quote_id',
  task: 'task_id',
}

/** The enrolled record, as an activity names it; the contact of one that activities cannot be about; undefined where there is neither. */
export function aboutRecord({ type, record, contact }: Subjects): Readonly<Record<string, string>> | undefined {
  const field = type === null ? undefined : fields[type]
  if (field !== undefined && record) return { [field]: record.id }
  return contact ? { lead_id: contact.id } : undefined
}

/** A value of a record as a text; undefined where there is none. */
export function textOf(record: Readonly<Record<string, unknown>> | null, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = record?.[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}
