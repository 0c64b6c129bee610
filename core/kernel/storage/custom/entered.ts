import type { Unit } from '../schema/unit.ts'

/**
 * Whether somebody enters a record of this table in a unit of work, and is asked for required properties: who calls an operation that takes
 * its fields (`enters`), and a step of a workflow that changes one. What the engine makes by itself is not lost for a value that nobody can
 * be asked for: what strangers send by mail, forms, visits and inbound webhooks, companies of contacts, documents of others, records of
 * workflows, merges.
 */
export function isEntered({ enters, acting, actor }: Unit, table: string, isNew: boolean): boolean {
  return enters === table || (!isNew && (acting !== undefined || actor.via.type === 'workflow'))
}
