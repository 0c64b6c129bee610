import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { survivorsOf } from '../../kernel/storage/records/references.ts'
import { draftOf } from '../../kernel/storage/schema/event-draft.ts'
import { requestIdOf } from '../../kernel/storage/schema/unit.ts'
import { chunks } from '../../kernel/storage/writing/chunks.ts'
import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import { checkSelection, countOfSelection, nextOfIds, nextOfSelection } from '../../records/bulk/selection.ts'
import { ListMember } from '../../records/lists/entity.ts'
import { ListService } from '../../records/lists/service.ts'
import { RecordTypes } from '../../records/record-type/record-types.ts'
import type { Filter } from '../../records/search/grammar/condition.ts'
import { CompiledVersions } from '../../automation/workflows/definition/compiled.ts'
import { callMemory } from '../../automation/workflows/enrollment/candidates.ts'
import { runOf } from '../../automation/workflows/enrollment/enrollment.ts'
import { WorkflowRun } from '../../automation/workflows/entity.ts'
import { MailboxChoice } from '../mailboxes/choice.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { Consents } from '../suppressions/consents.ts'
import { Enrollment } from './entity.ts'
import { Sequence } from './sequence-entity.ts'
import { ownerOf } from './step-parts.ts'

/** Contacts that one call enrolls. */
export const MOST = 5000
const PART = 500
// Runs that one statement adds.
const AT_ONCE = 200

/** What became of one contact. */
export type EnrollResult =
  | { readonly lead_id: string; readonly enrolled: true; readonly enrollment_id: string }
  | { readonly lead_id: string; readonly enrolled: false; readonly reason: string }
/** Who is meant: contacts by id, the members of a list, or what a filter finds. */
export interface Chosen {
  readonly ids?: readonly string[] | undefined
  readonly list_id?: string | undefined
  readonly filter?: Filter | undefined
}

/** Enrolls contacts in sequences. */
export class SequenceEnrolling {
  static readonly uses = {
    records: Records,
    actor: CurrentActor,
    ids: Ids,
    types: RecordTypes,
    lists: ListService,
    versions: CompiledVersions,
    consents: Consents,
    mailboxes: MailboxChoice,
  }
  readonly #uses: Resolved<typeof SequenceEnrolling.uses>

  constructor(uses: Resolved<typeof SequenceEnrolling.uses>) {
    this.#uses = uses
  }

  /** What became of each contact; undefined for more than 5,000, which are enrolled by a job. Throws `not_found`, `conflict` unless it is active. */
  async enroll(sequence: Sequence, chosen: Chosen): Promise<readonly EnrollResult[] | undefined> {
    checkChosen(sequence, chosen)
    const ids = chosen.ids ?? (await this.#chosen(chosen, null, MOST + 1))
    return ids.length > MOST ? undefined : await this.enrollIds(sequence, ids)
  }

  /** How many contacts are meant, of whom some may not be enrolled. Throws as `enroll` does. */
  async count(sequence: Sequence, chosen: Chosen): Promise<number> {
    checkChosen(sequence, chosen)
    const { records, lists, types } = this.#uses
    if (chosen.ids) return new Set(chosen.ids).size
    const list = await this.#listOf(chosen)
    return list ? await lists.count(list) : await countOfSelection(records, types.get('contacts').search, { filter: chosen.filter })
  }

  /** The next part of ids, a list or a filter, in the order of the ids; `next` is absent after the last part. */
  async enrollPart(sequence: Sequence, chosen: Chosen, after: string | null) {
    const ids = await this.#chosen(chosen, after, PART)
    const results = await this.enrollIds(sequence, ids)
    const enrolled = results.filter((each) => each.enrolled).length
    return { found: ids.length, enrolled, ...(ids.length === PART && { next: ids.at(-1) }) }
  }

  /** Those of these contacts that may be written to and are not in the sequence. */
  async enrollIds(sequence: Sequence, asked: readonly string[]): Promise<readonly EnrollResult[]> {
    const { records, types } = this.#uses
    const wanted = [...new Set(asked.map((each) => each.toLowerCase()))]
    const { entity } = types.get('contacts')
    const survivors = await survivorsOf(records, entity, wanted)
    const meant = new Set(wanted.map((id) => survivors.get(id) ?? id))
    const found = new Map((await records.findBy(entity, 'id', meant)).map((each) => [each.id, each]))
    const reasons = await this.#reasons(sequence, [...meant], found)
    // In the order in which they were asked for: a database answers them in any.
    const allowed = [...meant].flatMap((id) => (reasons.has(id) ? [] : (found.get(id) ?? [])))
    const enrolled = await this.#insert(sequence, allowed)
    await records.note(Sequence, [sequence.id], 'enrolled', { records: [null, enrolled.size] })
    return wanted.map((lead_id) => {
      const id = survivors.get(lead_id) ?? lead_id
      const enrollment_id = enrolled.get(id)
      // The id of a merged contact means the same one again.
      enrolled.delete(id)
      if (enrollment_id !== undefined) return { lead_id, enrolled: true, enrollment_id }
      return { lead_id, enrolled: false, reason: reasons.get(id) ?? 'already_active' }
    })
  }

  // Why contacts cannot be enrolled.
  async #reasons(
    sequence: Sequence,
    wanted: readonly string[],
    found: ReadonlyMap<string, AnyRecord>,
  ): Promise<ReadonlyMap<string, string>> {
    const { records, types, consents } = this.#uses
    const reasons = new Map<string, string>()
    const unknown = wanted.filter((id) => !found.has(id))
    if (unknown.length > 0) {
      const { entity } = types.get('contacts')
      const gone = await records.byIds(entity, unknown).select('id').where('deleted_at', 'is not', null).execute()
      const archived = new Set(gone.map(({ id }) => String(id)))
      for (const id of unknown) reasons.set(id, archived.has(id) ? 'archived' : 'not_found')
    }
    const contacts = [...found.values()]
    const writes = sequence.steps.some(({ type }) => type === 'email' || type === 'manual_email')
    const asked = contacts.map(({ id, primary_email }) => ({ address: String(primary_email ?? ''), contact_id: id }))
    const answers = writes ? await consents.judge(asked, 'marketing', sequence.topic) : []
    for (const [at, { id, do_not_contact }] of contacts.entries()) {
      const answer = writes ? answers[at] : do_not_contact === true ? 'do_not_contact' : null
      if (answer) reasons.set(id, suppressions.has(answer) ? 'suppressed' : answer)
    }
    return reasons
  }

  async #insert(sequence: Sequence, contacts: readonly AnyRecord[]): Promise<Map<string, string>> {
    const { records, ids, versions, mailboxes, actor } = this.#uses
    const version = await versions.get(records, sequence.id, sequence.steps_version)
    if (!version || contacts.length === 0) return new Map()
    const { now, causes = [] } = records.unit
    const workflow = { ...sequence, user_from: sequence.user_from, published_version: sequence.steps_version }
    const codec = records.codec(WorkflowRun)
    const enrolled = new Map<string, string>()
    const [named] = sequence.sender === 'owner' ? [] : await records.whole.findBy(Mailbox, 'address', [sequence.sender.toLowerCase()])
    for (const part of chunks(contacts, AT_ONCE)) {
      const runs = part.map((contact) => {
        const company_id = typeof contact['company_id'] === 'string' ? contact['company_id'] : null
        const memory = callMemory(requestIdOf(records.unit, contact.id))
        const about = { entity_type: 'contact', entity_id: contact.id, contact_id: contact.id, deal_id: null, company_id }
        return runOf(ids.next(), { workflow, version, ids: about, event_id: null, cause_chain: causes, memory, manual: true }, now)
      })
      // Written directly: the unique key of runs decides which of several callers enrolls a contact.
      const added = await records.db
        .insertInto(WorkflowRun.table)
        .values(runs.map((each) => codec.toRow(each)))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute()
      const own = new Set(added.map(({ id }) => String(id)))
      const owners = part.map((contact) => ({ mailbox_id: named?.id ?? null, owners: [ownerOf(sequence, contact)] }))
      const chosen = await mailboxes.choose(owners)
      const rows = runs.flatMap((run, at) =>
        own.has(run.id) && run.contact_id ? [{ run, lead_id: run.contact_id, mailbox: chosen[at] }] : [],
      )
      const { via } = actor
      await records.insert(
        Enrollment,
        rows.map(({ run, lead_id, mailbox }) => ({
          id: run.id,
          user_from: sequence.user_from,
          sequence_id: sequence.id,
          sequence_version: sequence.steps_version,
          lead_id,
          status: 'active' as const,
          current_step: null,
          next_run_at: now,
          enrolled_by: actor.user,
          enrolled_via: via.type === 'user' ? 'user' : `${via.type}:${via.id}`,
          started_at: now,
          finished_at: null,
          reason: null,
          mailbox_id: mailbox?.id ?? null,
          last_email_id: null,
          task_id: null,
          ai_line: null,
          history: [],
        })),
      )
      await records.append(
        rows.map(({ run, lead_id }) =>
          draftOf(
            'sequence.enrolled',
            { type: 'contact', id: lead_id },
            { enrollment_id: run.id, sequence_id: sequence.id, lead_id },
            null,
            records.unit,
          ),
        ),
      )
      for (const { run, lead_id } of rows) enrolled.set(lead_id, run.id)
    }
    return enrolled
  }

  async #listOf({ list_id }: Chosen) {
    const list = list_id === undefined ? undefined : await this.#uses.lists.get(list_id)
    if (list && list.object !== 'contacts')
      throw invalid('/list_id', 'not_allowed', `The list is of ${list.object}, and sequences are for contacts`)
    return list
  }

  async #chosen({ ids, filter, ...chosen }: Chosen, after: string | null, limit: number): Promise<string[]> {
    if (ids) return nextOfIds(ids, after, limit)
    const { records, types } = this.#uses
    const type = types.get('contacts')
    const list = await this.#listOf(chosen)
    if (list?.type === 'static') {
      const rows = await records.columns(ListMember, ['record_id'], (query) => {
        const own = query.where('list_id', '=', list.id)
        return (after === null ? own : own.where('record_id', '>', after)).orderBy('record_id').limit(limit)
      })
      return rows.map(({ record_id }) => record_id)
    }
    // Its words are checked where it is read as a condition.
    const selection = { filter: list?.filter ?? filter }
    return (await nextOfSelection(records, { ...type.search, entity: type.entity }, selection, after, limit)).map(({ id }) => id)
  }
}

function checkChosen(sequence: Sequence, { ids, list_id, filter }: Chosen): void {
  if ([ids, list_id, filter].filter((each) => each !== undefined).length !== 1)
    throw invalid('/ids', 'required', 'Give ids, a list or a filter: one of them')
  if (filter !== undefined) checkSelection({ filter })
  if (sequence.status !== 'active') throw new CrmError('conflict', 'The sequence is not active: activate it first')
}

// What a suppression says, whatever its kind.
const suppressions: ReadonlySet<string> = new Set(['bounced', 'complained', 'manual'])
