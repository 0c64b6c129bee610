import type { TObject } from '@sinclair/typebox'
import { Contact } from '../../../crm/contacts/entity.ts'
import type { ContactService } from '../../../crm/contacts/service.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import { CrmError } from '../../../kernel/operation/errors.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { LaterRows } from '../../../kernel/storage/writing/later-rows.ts'
import { BulkWriter } from '../../../records/bulk/writer.ts'
import type { SetRules } from '../../../records/record-type/set-rules.ts'
import type { SetSteps, StepCall, StepResult } from './action.ts'
import { changeOf } from './changed.ts'

/**
 * Contacts that steps of a unit of work have locked, as they are now: consecutive steps that change them read each once, and write its row once with
 * all changes. `release` before anything else reads or writes contacts.
 */
export class HeldContacts {
  static readonly uses = { records: Records, registry: Registry }
  readonly #records: Records
  /** Undefined where something hooks into what such steps write: it may read and write contacts with any change. */
  readonly later: LaterRows<Contact> | undefined
  readonly #found = new Map<string, Contact>()

  constructor({ records, registry }: Resolved<typeof HeldContacts.uses>) {
    this.#records = records
    const hooked = registry.hooksByTable()
    this.later = ['contacts', 'tasks'].some((table) => hooked?.has(table)) ? undefined : new LaterRows()
  }

  /** A contact as it is now; undefined if it is not held. */
  get(id: string): Contact | undefined {
    const found = this.#found.get(id)
    // What waits to be written began with what was found.
    return found && (this.later?.get(id) ?? found)
  }

  /** The live contacts among these, locked, in any order. */
  async forChange(ids: readonly string[]): Promise<Contact[]> {
    const held = ids.flatMap((id) => this.get(id) ?? [])
    const others = ids.filter((id) => !this.#found.has(id))
    const found = await this.#records.findBy(Contact, 'id', others, { lock: true })
    if (this.later) for (const each of found) this.#found.set(each.id, each)
    return [...held, ...found]
  }

  /** Drops what a part of the unit of work has left that was undone. */
  forget(): void {
    this.#found.clear()
    this.later?.take()
  }

  /** Writes what waits; from now on contacts are read again. */
  async release(): Promise<void> {
    this.#found.clear()
    if (this.later) await this.#records.writeLater(Contact, this.later)
  }
}

/** What steps are done with as a set. */
export const setTools = { records: Records, writer: BulkWriter, held: HeldContacts }
interface Tools {
  readonly records: Records
  readonly writer: BulkWriter
  readonly held: HeldContacts
}

/** What one step decides for its contact: its result, and what of the contact changes. */
export interface Decided {
  readonly result: StepResult
  readonly changes?: Partial<Contact>
}

/** Changes the contact of each run, all of them locked: what became of each step. No answer where one of the contacts is gone. */
export async function changeContacts(
  { writer, held, contacts }: Tools & { readonly contacts: ContactService },
  calls: readonly Pick<StepCall, 'subjects'>[],
  decide: (contact: Contact, at: number) => Decided,
): Promise<readonly StepResult[] | undefined> {
  const ids = calls.map(({ subjects }) => String(subjects.contact?.id))
  const found = await held.forChange(ids)
  const byId = new Map(found.map((each) => [each.id, each]))
  const decided = new Map<string, Decided>()
  for (const [at, id] of ids.entries()) {
    const contact = byId.get(id)
    if (!contact) return undefined
    decided.set(id, decide(contact, at))
  }
  const changing = found.filter(({ id }) => decided.get(id)?.changes)
  await writer.update(contacts.sets, changing, ({ id }) => decided.get(id)?.changes ?? {}, held.later)
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
