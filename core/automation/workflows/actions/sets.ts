import type { TObject } from '@sinclair/typebox'
import { Contact } from '../../../crm/contacts/entity.ts'
import type { ContactService } from '../../../crm/contacts/service.ts'
import { CrmError } from '../../../kernel/operation/errors.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { BulkWriter } from '../../../records/bulk/writer.ts'
import type { SetRules } from '../../../records/record-type/set-rules.ts'
import type { SetSteps, StepCall, StepResult } from './action.ts'
import { changeOf } from './changed.ts'

/** What steps are done with as a set. */
export const setTools = { records: Records, writer: BulkWriter }
interface Tools {
  readonly records: Records
  readonly writer: BulkWriter
}

/** What one step decides for its contact: its result, and what of the contact changes. */
export interface Decided {
  readonly result: StepResult
  readonly changes?: Partial<Contact>
}

/** Changes the contact of each run, all of them locked: what became of each step. No answer where one of the contacts is gone. */
export async function changeContacts(
  { records, writer, contacts }: Tools & { readonly contacts: ContactService },
  calls: readonly Pick<StepCall, 'subjects'>[],
  decide: (contact: Contact, at: number) => Decided,
): Promise<readonly StepResult[] | undefined> {
  const ids = calls.map(({ subjects }) => String(subjects.contact?.id))
  const found = await records.findBy(Contact, 'id', ids, { lock: true })
  const byId = new Map(found.map((each) => [each.id, each]))
  const decided = new Map<string, Decided>()
  for (const [at, id] of ids.entries()) {
    const contact = byId.get(id)
    if (!contact) return undefined
    decided.set(id, decide(contact, at))
  }
  const changing = found.filter(({ id }) => decided.get(id)?.changes)
  await writer.update(contacts.sets, changing, ({ id }) => decided.get(id)?.changes ?? {})
  return ids.map((id) => decided.get(id)?.result ?? { skipped: 'no_change' })
}

/** Updates one record of each step by an input, as a single update does: what became of each step, in the order of the inputs. */
export async function updateEach(
  { writer }: Tools,
  rules: SetRules,
  schema: TObject,
  inputs: readonly (Row & { readonly id: string })[],
): Promise<readonly StepResult[]> {
  const changes = await writer.change(rules, schema, inputs)
  return changes.map(({ before, record }) => changeOf(before, record))
}

/** Makes one record for each step: their ids, in the order of the inputs. */
export async function makeEach(
  { writer }: Tools,
  rules: SetRules,
  schema: TObject,
  inputs: readonly Row[],
  steps: SetSteps,
): Promise<readonly string[]> {
  const { results, rejected } = await writer.upsert(rules, schema, inputs, {
    on_error: 'abort',
    making: (index, id) => steps.own(index, id),
  })
  // The runs are done one by one then, and the one that is at fault fails alone.
  const [first] = rejected
  if (first) throw new CrmError('invalid_input', first.reason)
  return results.map(({ id }) => id ?? '')
}
