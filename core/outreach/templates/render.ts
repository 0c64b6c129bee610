import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { Company } from '../../crm/companies/entity.ts'
import { ContactService } from '../../crm/contacts/service.ts'
import { DealService } from '../../crm/deals/service.ts'
import { workflowScope } from '../../automation/merge-tags/scope.ts'
import { type LetterFor, Letters, type LetterText } from './letters.ts'
import type { RenderedLetter, RenderInput } from './schema.ts'
import { TemplateService } from './service.ts'
import { faultsOfText, refuseTexts } from './text-faults.ts'
import { warningsOf } from './warnings.ts'

/** Shows what a template or a written text says to somebody. */
export class Rendering {
  static readonly uses = {
    records: Records,
    templates: TemplateService,
    letters: Letters,
    contacts: ContactService,
    deals: DealService,
    actor: CurrentActor,
  }
  readonly #uses: Resolved<typeof Rendering.uses>

  constructor(uses: Resolved<typeof Rendering.uses>) {
    this.#uses = uses
  }

  /** Throws `not_found` for records that are not there, and `invalid_input` for texts that could not be stored. */
  async render(input: Static<typeof RenderInput>): Promise<Static<typeof RenderedLetter>> {
    const { template_id, sample } = input
    if (template_id === undefined && [input.subject, input.html, input.text].every((each) => each === undefined))
      throw invalid('/template_id', 'required', 'Give a template or a text')
    const template = template_id === undefined ? null : await this.#uses.templates.get(template_id)
    const sent = template && (await this.#uses.letters.template(template.id))
    const text: LetterText = {
      subject: input.subject ?? sent?.subject ?? '',
      html: input.html ?? sent?.html ?? null,
      text: input.text ?? sent?.text ?? null,
    }
    refuseTexts(faultsOfText(text, workflowScope))
    // A long text is walked several times, for up to 40 ms each.
    const turns = new Turns()
    await turns.next()
    const about = sample ? { contact: null, company: null, deal: null, ...sample } : await this.#stored(input)
    const owner = this.#uses.actor.user
    const [letter] = await this.#uses.letters.write(text, [{ ...about, owner }])
    if (!letter) throw new Error('No letter was written')
    const { subject, html, text: body, missing } = letter
    const told = letter.warnings.map(({ code, tag, part }) => ({ code, message: `{{${tag}}} in the ${part}` }))
    const isMarketing = (template?.kind ?? 'marketing') === 'marketing'
    await turns.next()
    return { subject, html, text: body, missing: [...missing], warnings: [...told, ...warningsOf({ ...text, ...letter }, isMarketing)] }
  }

  async #stored({ contact_id, lead_id, deal_id }: Static<typeof RenderInput>): Promise<Omit<LetterFor, 'owner'>> {
    const { contacts, deals, records } = this.#uses
    const deal = deal_id === undefined ? null : await deals.get(deal_id)
    const of = contact_id ?? lead_id ?? deal?.primary_lead_id ?? null
    const contact = of === null ? null : await contacts.get(of)
    const [company = null] = await records.findBy(Company, 'id', [deal?.company_id ?? contact?.company_id])
    return { contact, company, deal }
  }
}
