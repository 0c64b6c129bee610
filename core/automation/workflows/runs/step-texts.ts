import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { Organization, User } from '../../../platform/access/entity.ts'
import { AI_LINE } from '../ports.ts'
import { tagValues } from '../../merge-tags/tag-values.ts'
import type { Action, Subjects } from '../actions/action.ts'
import type { Step } from '../definition/schema.ts'
import type { Workflow, WorkflowRun } from '../entity.ts'
import { filled, tagsIn } from './texts.ts'

/** Whose texts are filled in. */
export interface TextSource {
  readonly run: WorkflowRun
  readonly subjects: Subjects
  readonly workflow: Pick<Workflow, 'id' | 'created_by'>
  readonly now: Date
  warn(text: string): void
}

/** Fills in the merge tags of the texts of steps; what they name of others is looked up once in a unit of work. */
export class StepTexts {
  static readonly uses = { records: Records }
  readonly #uses: Resolved<typeof StepTexts.uses>
  readonly #users = new Map<string, User | null>()
  #home: { readonly locale: string; readonly timezone: string } | undefined

  constructor(uses: Resolved<typeof StepTexts.uses>) {
    this.#uses = uses
  }

  /** The configuration of a step as it is done. */
  async fill(
    action: Action,
    { config }: Step,
    { run, subjects, workflow, now, warn }: TextSource,
  ): Promise<Readonly<Record<string, unknown>>> {
    const tags = tagsIn(action.config, config)
    if (tags.size === 0) return config
    const { contact, company, deal } = subjects
    const owner = await this.#user(String(contact?.['assigned_to'] ?? workflow.created_by))
    const { event } = run.memory
    const values = tagValues({
      contact,
      company,
      deal,
      event: event
        ? {
            id: run.event_id,
            type: event.type,
            entity_type: run.entity_type,
            entity_id: run.entity_id,
            payload: event.payload,
            created_at: event.at,
          }
        : null,
      owner: owner ? { email: owner.email, name: owner.name } : { email: String(contact?.['assigned_to'] ?? workflow.created_by) },
      organization: await this.#organization(),
      now,
      aiLine: config['ai_instructions'] === undefined ? null : AI_LINE,
    })
    return filled(action, config, values, warn)
  }

  async #user(email: string): Promise<User | null> {
    const known = this.#users.get(email)
    if (known !== undefined) return known
    const [user = null] = await this.#uses.records.findBy(User, 'email', [email])
    this.#users.set(email, user)
    return user
  }

  async #organization(): Promise<{ readonly locale: string; readonly timezone: string }> {
    if (this.#home) return this.#home
    const { records } = this.#uses
    const columns = ['locale', 'timezone'] as const
    const [stored] = await records.rows('locale and time zone', [], (db) => db.selectFrom(Organization.table).select(columns).limit(1))
    const row = stored && records.codec(Organization).pick(stored, columns)
    return (this.#home = { locale: row?.locale ?? 'en', timezone: row?.timezone ?? 'UTC' })
  }
}
