import type { Static } from '@sinclair/typebox'
import { CrmError, type FieldError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { initials } from '../../kernel/storage/records/new-record.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { messageScope } from '../../automation/merge-tags/scope.ts'
import { checkDelay } from '../../automation/schedules/delay.ts'
import { Workflow, WorkflowVersion, workflowFields } from '../../automation/workflows/entity.ts'
import { References } from '../../automation/workflows/definition/references.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { EmailTemplate } from '../templates/entity.ts'
import { faultsOfSubject, faultsOfText, refuseTexts } from '../templates/text-faults.ts'
import { compiledSteps } from './compile.ts'
import { EnrollmentControl } from './enrollment-control.ts'
import { MOST_MESSAGE } from './network-steps.ts'
import { releaseSequence } from './holds.ts'
import { Sequence } from './sequence-entity.ts'
import { type SequenceCreate, sequenceFilters, sequenceSorts, type SequenceUpdate } from './sequence-schema.ts'
import { canonicalSteps, type GivenSteps, type SequenceStep } from './step-schema.ts'
import { minutesOf } from './window.ts'

/** Who manages the workflows that do the steps of sequences. */
export const MANAGED_BY = 'sequence'

/** Sequences. Each has a workflow of the same id behind it, which people do not see and whose runs are the enrollments. */
export class SequenceService extends RecordStore<typeof Sequence.fields> {
  static readonly uses = { ...storeParts, ids: Ids, named: References, control: EnrollmentControl }
  readonly #uses: Resolved<typeof SequenceService.uses>

  constructor(uses: Resolved<typeof SequenceService.uses>) {
    super(uses, { entity: Sequence, object: 'sequences', keys: [], filters: sequenceFilters, sorts: sequenceSorts })
    this.#uses = uses
  }

  /** A new draft, or the one with the same external id, changed. Throws `invalid_input` with a pointer into the steps. */
  async create({ steps: given = [], ...input }: Static<typeof SequenceCreate>, reply: Reply): Promise<Sequence> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      const { external_ids: _, ...changes } = input
      return await this.update(known, { ...changes, steps: given }, reply)
    }
    const steps = await this.#checked(given, input)
    return await this.add({ ...input, steps, status: 'draft' })
  }

  /** Changes a sequence; enrollments keep the version of the steps with which they began. */
  async update(id: string, { steps: given, ...changes }: Omit<Static<typeof SequenceUpdate>, 'id'>, reply?: Reply): Promise<Sequence> {
    const sequence = await this.forChange(id, reply)
    const steps = given ? await this.#checked(given, changes) : (await this.#checked([], changes), undefined)
    this.change(sequence, { ...changes, ...(steps && { steps }) })
    if (steps && sequence.steps_version > 0) await this.#publish(sequence)
    return sequence
  }

  /** Starts to enroll, or goes on after a pause. */
  async activate(id: string, reply?: Reply): Promise<Sequence> {
    const sequence = await this.forChange(id, reply)
    if (sequence.steps.length === 0)
      throw new CrmError('invalid_input', 'A sequence without steps does nothing: add a step', {
        errors: [{ path: '/steps', code: 'required', message: 'is required for an active sequence' }],
      })
    // What they name may be gone since they were saved.
    await this.#checked(sequence.steps, { sender: sequence.sender })
    const wasPaused = sequence.status === 'paused'
    this.change(sequence, { status: 'active' })
    await this.#publish(sequence)
    if (wasPaused) await this.#uses.control.thaw(sequence.id)
    return sequence
  }

  /** Holds all steps and enrolls nobody. Throws `conflict` for a draft. */
  async pause(id: string, reply?: Reply): Promise<Sequence> {
    const sequence = await this.forChange(id, reply)
    if (sequence.status === 'draft') throw new CrmError('conflict', 'The sequence was never active: there is nothing to pause')
    this.change(sequence, { status: 'paused' })
    await this.#uses.control.hold(sequence.id)
    await this.#manage(sequence, { status: 'paused' })
    return sequence
  }

  /** Deletes a sequence and ends its enrollments. */
  override async remove(id: string, reply?: Reply): Promise<void> {
    await super.remove(id, reply)
    await this.#uses.control.endAll(id)
    await releaseSequence(this.records, id)
    const [workflow] = await this.records.findBy(Workflow, 'id', [id])
    if (workflow) await this.records.update(Workflow, [{ before: workflow, changes: { status: 'paused', deleted_at: this.now } }])
  }

  /** Takes running enrollments to the newest steps, each to the step that it stands at, else to the next one that is left. */
  async migrate(id: string, reply?: Reply): Promise<{ version: number; migrated: number }> {
    const sequence = await this.forChange(id, reply)
    if (sequence.steps_version === 0) throw new CrmError('conflict', 'The sequence was never active')
    const migrated = await this.#uses.control.migrate(sequence)
    if (migrated > 0) await this.records.note(Sequence, [sequence.id], 'migrated', { enrollments: [null, migrated] })
    return { version: sequence.steps_version, migrated }
  }

  // The newest version of the steps, where it is another.
  async #publish(sequence: Sequence): Promise<void> {
    const { records } = this
    const definition = compiledSteps(sequence.steps)
    const versions = await records.findBy(WorkflowVersion, 'workflow_id', [sequence.id])
    const current = versions.find(({ version }) => version === sequence.steps_version)
    const status = sequence.status === 'active' ? ('active' as const) : ('paused' as const)
    if (current && equal(current.definition, definition)) return await this.#manage(sequence, { status })
    const version = sequence.steps_version + 1
    await records.insert(WorkflowVersion, [
      {
        id: this.#uses.ids.next(),
        user_from: sequence.user_from,
        workflow_id: sequence.id,
        version,
        definition,
        parsed: {},
        created_by: this.actor.user,
        created_at: this.now,
      },
    ])
    this.change(sequence, { steps_version: version })
    await this.#manage(sequence, { status, published_version: version, draft_version: version + 1, definition })
  }

  // The workflow behind it, which has its name and its owner.
  async #manage(sequence: Sequence, changes: Partial<Workflow>): Promise<void> {
    const { id, user_from, name, created_by, created_via } = sequence
    const [before] = await this.records.findBy(Workflow, 'id', [id])
    if (before) return void (await this.records.update(Workflow, [{ before, changes: { name, ...changes } }]))
    const made = { id, user_from, name, created_by, created_via, created_at: this.now, updated_at: this.now, version: 1, external_ids: [] }
    await this.records.insert(Workflow, [
      { ...initials(workflowFields), ...made, status: 'draft', draft_version: 1, managed_by: MANAGED_BY, ...changes } as Workflow,
    ])
  }

  async #checked(
    given: Static<typeof GivenSteps>,
    { send_window, sender = 'owner' }: { readonly send_window?: Sequence['send_window']; readonly sender?: string },
  ): Promise<SequenceStep[]> {
    const steps = canonicalSteps(given, () => this.#uses.ids.next())
    const faults: FieldError[] = []
    if (send_window && minutesOf(send_window.from) >= minutesOf(send_window.to))
      faults.push({ path: '/send_window/to', code: 'too_small', message: 'must be later than from' })
    if (sender !== 'owner' && !(await this.#isSender(sender)))
      faults.push({ path: '/sender', code: 'unknown_user', message: `${sender} is neither a teammate nor the address of a mailbox` })
    const seen = new Set<string>()
    for (const [at, step] of steps.entries()) {
      const path = `/steps/${at}`
      checkDelay(step.delay.amount, step.delay.unit, `${path}/delay/amount`)
      if (seen.has(step.id)) faults.push({ path: `${path}/id`, code: 'duplicate', message: 'Another step has this id' })
      seen.add(step.id)
      faults.push(...stepFaults(step, steps, at))
    }
    const named = steps.map(({ template_id }, at) => ({ to: 'template', value: template_id, at: '', place: `/steps/${at}/template_id` }))
    faults.push(...(await this.#uses.named.find(named)).faults, ...(await this.#templateFaults(steps)))
    refuseTexts(faults)
    return steps
  }

  async #isSender(address: string): Promise<boolean> {
    if ((await this.records.whole.findBy(Mailbox, 'address', [address.toLowerCase()])).length > 0) return true
    return (await this.records.unknownOwners([address])).size === 0
  }

  // A template for workflows may name a deal, which an enrollment has not.
  async #templateFaults(steps: readonly SequenceStep[]): Promise<FieldError[]> {
    const templates = await this.records.findBy(EmailTemplate, 'id', new Set(steps.map(({ template_id }) => template_id)))
    return steps.flatMap(({ template_id }, at) => {
      const template = templates.find(({ id }) => id === template_id)
      const [fault] = template ? faultsOfText(template, messageScope) : []
      return fault
        ? [{ path: `/steps/${at}/template_id`, code: fault.code, message: `The template cannot be sent by sequences: ${fault.message}` }]
        : []
    })
  }
}

function stepFaults(step: SequenceStep, steps: readonly SequenceStep[], at: number): FieldError[] {
  const path = `/steps/${at}`
  const { type, variant, subject, body, title, template_id, reply_in_thread } = step
  const faults = faultsOfText(
    { ...(subject && { subject }), ...(body && (type === 'email' ? { html: body } : { text: body })) },
    messageScope,
    path,
  ).map((each) => ({ ...each, path: each.path.replace(/\/(html|text)$/, '/body') }))
  if (title) faults.push(...faultsOfText({ subject: title }, messageScope, path).map((each) => ({ ...each, path: `${path}/title` })))
  faults.push(...faultsOfSubject(subject, `${path}/subject`), ...faultsOfSubject(title, `${path}/title`))
  if (type === 'email' && !template_id && !body?.trim())
    faults.push({ path: `${path}/body`, code: 'required', message: 'An e-mail needs a template or a body' })
  if (type === 'email' && !template_id && !subject?.trim() && !reply_in_thread)
    faults.push({ path: `${path}/subject`, code: 'required', message: 'An e-mail that is no reply needs a template or a subject' })
  if (type === 'linkedin_message' && !body?.trim())
    faults.push({ path: `${path}/body`, code: 'required', message: 'A message needs a body' })
  if (type === 'linkedin_message' && (body?.length ?? 0) > MOST_MESSAGE)
    faults.push({ path: `${path}/body`, code: 'too_long', message: `must have at most ${MOST_MESSAGE} characters` })
  if ((variant === 'a' && steps[at + 1]?.variant !== 'b') || (variant === 'b' && steps[at - 1]?.variant !== 'a'))
    faults.push({ path: `${path}/variant`, code: 'unbalanced', message: 'A step a has a step b right behind it, and the other way round' })
  return faults
}
