import type { Static } from '@sinclair/typebox'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Random } from '../../kernel/ports/random.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import type { Changes } from '../../records/record-type/resource.ts'
import { checkForm } from './check.ts'
import { Form, FormSubmission } from './entity.ts'
import { Captcha } from './ports.ts'
import {
  type FormCreate,
  formFilters,
  type FormRecord,
  formSorts,
  type FormStats,
  type FormUpdate,
  presentForm,
  submissionFilters,
  type SubmissionList,
  submissionSorts,
} from './schema.ts'

type Stats = Static<typeof FormStats>
const none: Stats = { submissions: 0, spam: 0, new_contacts: 0, last_submission_at: null }

/** Forms and what was sent with them. */
export class FormService extends RecordStore<typeof Form.fields> {
  static readonly uses = { ...storeParts, random: Random, settings: Settings, captcha: Captcha }
  readonly #uses: Resolved<typeof FormService.uses>

  constructor(uses: Resolved<typeof FormService.uses>) {
    super(uses, { entity: Form, object: 'forms', keys: [], filters: formFilters, sorts: formSorts })
    this.#uses = uses
  }

  /**
   * A new form, or the one that has the same external id, changed. Throws `invalid_input` for fields that cannot be filled, teammates that are
   * none, and a captcha where no port judges it.
   */
  async create(input: Static<typeof FormCreate>, reply: Reply): Promise<Form> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      return await this.update(known, input, reply)
    }
    const values = await this.#checked(input)
    const fresh = () => this.#uses.random.bytes(24).toString('base64url')
    return await this.add({ ...values, token: fresh(), secret: fresh() })
  }

  /** Changes a form; what was sent stays as it is. Throws as `create` does, `not_found`, `version_mismatch`. */
  async update(id: string, changes: Changes<typeof FormUpdate>, reply?: Reply): Promise<Form> {
    const form = await this.forChange(id, reply)
    this.change(form, await this.#checked(changes))
    return form
  }

  /** What was sent with a form, page by page; what was taken for spam only if the query asks for it; also with one that was deleted. Throws `not_found`. */
  async submissions({ id, ...query }: Static<typeof SubmissionList>) {
    await this.requireKnown(id)
    return await this.#rows.list({ status: 'accepted', ...query, form_id: id })
  }

  /** One submission of a form by its id or by the id that its sender gave it. Throws `not_found`. */
  async submission(form_id: string, id: string, lock = true): Promise<FormSubmission> {
    for (const [column, value] of [
      ['id', id],
      ['key', `${form_id}:${id}`],
    ] as const) {
      if (column === 'id' && !/^[0-9a-f-]{36}$/i.test(id)) continue
      const [row] = await this.records.findBy(FormSubmission, column, [value], { lock })
      if (row?.form_id === form_id) return row
    }
    throw new CrmError('not_found', `No submission of this form with the id ${id}`)
  }

  /** What is counted of these forms; those without submissions are left out. */
  async statsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Stats>> {
    if (ids.length === 0) return new Map()
    const { records } = this
    const rows = await records.db
      .selectFrom(FormSubmission.table)
      .where(records.anyOf(FormSubmission, 'form_id', ids))
      .groupBy(['form_id', 'status', 'matched'])
      .select(['form_id', 'status', 'matched'])
      .select((eb) => [eb.fn.countAll().as('count'), eb.fn.count('contact_id').as('contacts'), eb.fn.max('created_at').as('last')])
      .execute()
    const stats = new Map<string, Stats>()
    for (const { form_id, status, matched, count, contacts, last } of rows) {
      const sums = stats.get(String(form_id)) ?? { ...none }
      if (status === 'spam') sums.spam += Number(count)
      else {
        sums.submissions += Number(count)
        // SQLite answers booleans as numbers.
        if (!Number(matched)) sums.new_contacts += Number(contacts)
        const at = records.codec(FormSubmission).pick({ created_at: last }, ['created_at']).created_at.toISOString()
        if (sums.last_submission_at === null || sums.last_submission_at < at) sums.last_submission_at = at
      }
      stats.set(String(form_id), sums)
    }
    return stats
  }

  /** Forms as callers see them, with what is counted of them. */
  async shown(forms: readonly Form[]): Promise<Static<typeof FormRecord>[]> {
    const stats = await this.statsOf(forms.map(({ id }) => id))
    return forms.map((form) => this.#present(form, stats))
  }

  /** One form as callers see it. */
  async shownOne(form: Form): Promise<Static<typeof FormRecord>> {
    return this.#present(form, await this.statsOf([form.id]))
  }

  #present(form: Form, stats: ReadonlyMap<string, Stats>): Static<typeof FormRecord> {
    return presentForm(form, stats.get(form.id) ?? none, `${this.#uses.settings.publicUrl}/f/${form.token}`, this.now)
  }

  async #checked<F extends Partial<Static<typeof FormCreate>>>(input: F): Promise<F> {
    if (input.spam?.captcha && !this.#uses.captcha.isBound)
      throw invalid(
        '/spam/captcha',
        'not_allowed',
        'Nothing judges captchas here: give the engine an implementation of the port Captcha first',
      )
    return await checkForm(input, this.records)
  }

  get #rows() {
    return new Rows(this.records, FormSubmission, 'submission', { filters: submissionFilters, sorts: submissionSorts })
  }
}
