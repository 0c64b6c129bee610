import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Reply } from '../../kernel/operation/reply.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import {
  type FieldLink,
  fieldLinkId,
  fieldLinkOf,
  type FieldLinkSource,
  type FoundFieldLink,
  holdersOf,
  type LinkedRecord,
  type LinkEnd,
  recordIn,
} from '../../records/record-type/field-links.ts'
import { Company } from './entity.ts'
import { CompanyService } from './service.ts'

const FIELD = 'companies.parent_company_id'
const [PARENT, CHILD] = ['Parent company', 'Child company']
// Labels that make a link of two companies one of parent and child, compared without case.
const parents = new Set(['parent', 'parent company', 'headquarters'])
const children = new Set(['child', 'child company', 'subsidiary'])

/** The parent of a company as a link between companies. */
export class ParentCompanyLinks implements FieldLinkSource {
  static readonly uses = { records: Records, companies: CompanyService }
  readonly #uses: Resolved<typeof ParentCompanyLinks.uses>

  constructor(uses: Resolved<typeof ParentCompanyLinks.uses>) {
    this.#uses = uses
  }

  /** The parent and the subsidiaries of a company. */
  async of(end: LinkedRecord): Promise<FieldLink[]> {
    const company = recordIn(Company, end)
    if (!company) return []
    const { id, parent_company_id: parent } = company
    const subsidiaries = await this.#uses.records.findBy(Company, 'parent_company_id', [id])
    return [
      ...(parent ? [linkOf(company, { object: end.object, id: parent }, PARENT, CHILD)] : []),
      ...subsidiaries.map((each) => linkOf(each, { object: end.object, id: each.id }, CHILD, PARENT)),
    ]
  }

  /** Sets the parent of a company if the labels say so. Throws `conflict` if it has another parent. */
  async write(from: LinkedRecord, to: LinkedRecord, label: string | null, inverse_label: string | null): Promise<FieldLink | undefined> {
    const [one, other] = [recordIn(Company, from), recordIn(Company, to)]
    if (!one || !other) return undefined
    const [is, was] = [label?.toLowerCase() ?? '', inverse_label?.toLowerCase() ?? '']
    if (parents.has(is) || children.has(was)) return await this.#write(one, other, linkOf(one, to, PARENT, CHILD))
    if (children.has(is) || parents.has(was)) return await this.#write(other, one, linkOf(other, to, CHILD, PARENT))
    return undefined
  }

  /** The link with this id; removing it clears the parent. */
  async find(id: string): Promise<FoundFieldLink | undefined> {
    const child = (await holdersOf(this.#uses.records, Company, id)).find((each) => fieldLinkId(each.id, FIELD, '') === id)
    if (!child?.parent_company_id) return undefined
    const ends = [
      { object: 'companies', id: child.id },
      { object: 'companies', id: child.parent_company_id },
    ] as const
    return { ends, remove: async () => void (await this.#uses.companies.update(child.id, { parent_company_id: null }, new Reply())) }
  }

  async #write(child: Company, parent: Company, link: FieldLink): Promise<FieldLink> {
    const known = child.parent_company_id
    if (known && known !== parent.id)
      throw new CrmError('conflict', 'The company has another parent: change its parent_company_id', { existing_id: known })
    if (!known) await this.#uses.companies.update(child.id, { parent_company_id: parent.id }, new Reply())
    return link
  }
}

function linkOf(child: Company, to: LinkEnd, label: string, inverse_label: string): FieldLink {
  return { ...fieldLinkOf(child, FIELD, ''), to: { object: to.object, id: to.id }, label, inverse_label }
}
