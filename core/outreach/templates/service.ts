import type { Static } from '@sinclair/typebox'
import { Registry } from '../../kernel/feature/registry.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { storeParts } from '../../kernel/storage/records/record-reader.ts'
import { RecordStore } from '../../kernel/storage/records/record-store.ts'
import { equal } from '../../kernel/storage/schema/equal.ts'
import { workflowScope } from '../../automation/merge-tags/scope.ts'
import { parseTemplate } from '../../automation/merge-tags/template.ts'
import { EmailTemplate, EmailTemplateVersion } from './entity.ts'
import { bodiesFor } from './prepared-bodies.ts'
import { type TemplateCreate, templateFilters, templateSorts, type TemplateUpdate } from './schema.ts'
import { faultsOfSubject, faultsOfText, refuseTexts } from './text-faults.ts'
import { type TemplateUse, usesOf } from './uses.ts'

type Update = Static<typeof TemplateUpdate>
type Texts = Pick<EmailTemplate, 'subject' | 'html' | 'text' | 'inline_css' | 'has_own_text'>

// What is said of a template that sends, and not in a folder.
const said = ['subject', 'html', 'text', 'inline_css'] as const

/** Templates and their versions: each save makes one. */
export class TemplateService extends RecordStore<typeof EmailTemplate.fields> {
  static readonly uses = { ...storeParts, registry: Registry }
  readonly #registry: Registry

  constructor(uses: Resolved<typeof TemplateService.uses>) {
    super(uses, { entity: EmailTemplate, object: 'email_templates', keys: [], filters: templateFilters, sorts: templateSorts })
    this.#registry = uses.registry
  }

  /** A new template, or the one that has the same external id, changed. Throws `invalid_input` with a pointer into the texts. */
  async create(input: Static<typeof TemplateCreate>, reply: Reply): Promise<EmailTemplate> {
    const known = await this.references.findAny(input.external_ids ?? [])
    if (known) {
      reply.matched('external_id')
      const { external_ids: _, ...changes } = input
      return await this.#change(known, changes, input)
    }
    const texts = this.#textsOf(input, { subject: '', html: null, text: null, inline_css: false, has_own_text: false })
    const template = await this.add({ ...input, ...texts, merge_tags: tagsIn(texts) })
    await this.#publish(template, texts, htmlOf(texts, input), 1)
    return template
  }

  /**
   * Changes of a template, which make a version where they change what is sent. Throws `not_found`, `version_mismatch`, `invalid_input`, and
   * `forbidden` where others send it and the caller does not see the records of all owners, whose contacts get it.
   */
  async update(input: Update, reply: Reply): Promise<EmailTemplate> {
    const { id, ...changes } = input
    return await this.#change(id, changes, input, reply)
  }

  /** Deletes a template. Throws `conflict` with what sends it, unless that is forced; `forbidden` as `update` does. */
  async delete(id: string, force: boolean, reply: Reply): Promise<void> {
    await this.#refuseOthers(id)
    const uses = force ? [] : await this.usesOf(id)
    if (uses.length > 0)
      throw new CrmError('conflict', 'The template is sent by others: change these first, or delete it with force', {
        errors: uses.map(({ type, id: other, name }) => ({ path: '/id', code: 'in_use', message: `${type} “${name}”, ${other}` })),
      })
    await this.remove(id, reply)
  }

  /** What sends a template. */
  async usesOf(id: string): Promise<TemplateUse[]> {
    return await usesOf(this.records, this.#registry, id)
  }

  async #change(id: string, changes: Omit<Update, 'id'>, input: object, reply?: Reply): Promise<EmailTemplate> {
    await this.#refuseOthers(id)
    const template = await this.forChange(id, reply)
    const texts = changesTexts(changes, template) ? this.#textsOf(changes, template, input) : undefined
    const before = { ...template }
    this.change(template, { ...changes, ...texts, ...(texts && { merge_tags: tagsIn(texts) }) })
    if (texts && said.some((name) => !equal(before[name], template[name])))
      await this.#publish(template, texts, htmlOf(texts, input), template.version + 1)
    return template
  }

  // The text follows the HTML until somebody writes one.
  #textsOf(given: Partial<Texts>, known: Texts, input: object = given): Texts {
    const { subject = known.subject, html = known.html, inline_css = known.inline_css } = given
    const own = given.text === undefined ? (known.has_own_text ? known.text : null) : given.text
    const has_own_text = own !== null && own.trim() !== ''
    const written = { subject, html: html?.trim() ? html : null, text: own, inline_css, has_own_text }
    refuseTexts([...faultsOfText(written, workflowScope), ...faultsOfSubject(given.subject)])
    if (has_own_text || written.html === null) return { ...written, text: has_own_text ? own : null }
    const text = bodiesFor(input, { html: written.html, inline_css }).text
    const faults = faultsOfText({ text }, workflowScope)
    if (faults.length > 0)
      refuseTexts([
        {
          path: '/text',
          code: 'required',
          message: 'No plain text can be made of this HTML: its tags stand in parts that are not shown. Give one',
        },
      ])
    return { ...written, text }
  }

  // As with sequences, campaigns and workflows themselves: who changes what they send changes what contacts of all owners get.
  async #refuseOthers(id: string): Promise<void> {
    const [use] = this.actor.sees === undefined ? [] : await this.usesOf(id)
    if (use)
      throw new CrmError(
        'forbidden',
        `The ${use.type} “${use.name}” sends this template to contacts of all owners: that changes only who sees all records. Copy it instead`,
      )
  }

  async #publish(template: EmailTemplate, { subject, text }: Texts, html: string | null, version: number): Promise<void> {
    await this.records.insert(EmailTemplateVersion, [
      {
        id: this.made({}).id,
        user_from: template.user_from,
        template_id: template.id,
        version,
        subject,
        html,
        text,
        created_by: this.actor.user,
        created_at: this.now,
      },
    ])
  }
}

function changesTexts(changes: Partial<Texts>, template: Texts): boolean {
  return (['subject', 'html', 'text', 'inline_css'] as const).some(
    (name) => changes[name] !== undefined && !equal(changes[name], template[name]),
  )
}

// As it is sent.
function htmlOf({ html, inline_css }: Texts, input: object): string | null {
  return html === null || !inline_css ? html : bodiesFor(input, { html, inline_css }).html
}

function tagsIn({ subject, html, text }: Texts): string[] {
  const tags = [subject, html ?? '', text ?? ''].flatMap((each) => [...parseTemplate(each, workflowScope).template.tags])
  return [...new Set(tags)].toSorted()
}
