import type { RecordTypes } from '../../../records/record-type/record-types.ts'
import type { Definition } from './schema.ts'

// The triggers that enroll records of any type, as the settings of the workflow say.
const ofAnyType: ReadonlySet<string> = new Set(['schedule', 'workflow.enrolled'])
const DEFAULT = 'contact'

/**
 * Type of the records that a workflow enrolls, as events name it: what its triggers say, else its setting; undefined where its triggers say
 * different things. Events of what is no record, such as e-mails and forms, are about the contact that they name.
 */
export function recordTypeOf({ triggers, settings }: Definition, types: RecordTypes): string | undefined {
  const records = new Set(types.all.flatMap(({ watch }) => (watch ? [watch.entityType] : [])))
  const said = triggers.filter(({ type }) => !ofAnyType.has(type)).map(({ type }) => familyOf(type))
  const meant = new Set(said.map((family) => (records.has(family) ? family : DEFAULT)))
  const [first] = meant
  return meant.size > 1 ? undefined : (first ?? settings.record_type ?? DEFAULT)
}

function familyOf(type: string): string {
  return type.slice(0, type.indexOf('.'))
}
