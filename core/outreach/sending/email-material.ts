import { Company } from '../../crm/companies/entity.ts'
import { Deal } from '../../crm/deals/entity.ts'
import type { StepMail } from '../../automation/workflows/ports.ts'
import { AI_LINE } from '../../automation/workflows/ports.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { ContactAddresses } from '../emails/contact-addresses.ts'
import { type Letter, Letters, type LetterText } from '../templates/letters.ts'

type Version = { readonly template_id: string | null; readonly template_version: number | null }
const empty: LetterText = { subject: '', html: null, text: null }

/** What the e-mail of a step of a workflow is made of. */
export class EmailMaterial {
  static readonly uses = { records: Records, letters: Letters, addresses: ContactAddresses }
  readonly #uses: Resolved<typeof EmailMaterial.uses>

  constructor(uses: Resolved<typeof EmailMaterial.uses>) {
    this.#uses = uses
  }

  /** Whether a line is to be written for it, and what that line may tell of; undefined where its template is gone. */
  async of({ template_id, contact_id, subject, body }: StepMail) {
    const template = template_id === null ? null : await this.#uses.letters.template(template_id)
    if (template === undefined) return undefined
    const contact = await this.#uses.addresses.whole(contact_id)
    const { first_name, last_name, title, company, city, country, language } = contact ?? {}
    const wantsLine = [subject, body].some((each) => each?.includes(AI_LINE)) || (template !== null && Letters.names(template, 'ai.line'))
    return { wantsLine, facts: { first_name, last_name, title, company, city, country }, language: language ?? 'en' }
  }

  /** The letter of its template, with the line that was written. */
  async letter({ template_id, contact_id, deal_id, owner }: StepMail, aiLine: string): Promise<(Letter | LetterText) & Version> {
    const { records, letters, addresses } = this.#uses
    const template = template_id === null ? undefined : await letters.template(template_id)
    if (!template) return { ...empty, template_id: null, template_version: null }
    const contact = (await addresses.whole(contact_id)) ?? null
    const [deal = null] = await records.whole.findBy(Deal, 'id', [deal_id])
    const [company = null] = await records.whole.findBy(Company, 'id', [deal?.company_id ?? contact?.company_id])
    const [letter] = await letters.write(template, [{ contact, company, deal, owner, aiLine }])
    const { template_id: id, template_version } = template
    return { ...(letter ?? empty), template_id: id, template_version }
  }
}
