import { type Static, Type } from '@sinclair/typebox'
import { Company } from '../../crm/companies/entity.ts'
import { Closed, described, Nullable } from '../../kernel/operation/schema/schema.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Organization, Seller } from '../../platform/access/entity.ts'

const Name = Type.String({ description: 'Name' })

/** Who sells and who buys, as a document says it. */
export const Parties = Closed({
  seller: Closed({ ...Seller.properties, name: Name }, { description: 'Who sells' }),
  customer: described(
    Nullable(Closed({ name: Name, vat_number: Nullable(Type.String({ description: 'VAT number' })) })),
    'The company that buys',
  ),
})
export type Parties = Static<typeof Parties>

/** Who sells now: the legal name is that of the organization unless another one is given. */
export async function sellerOf(records: Records): Promise<Parties['seller']> {
  const [organization] = await records.columns(Organization, ['name', 'seller'], (query) => query.limit(1))
  const { name, seller } = organization ?? {}
  return { ...seller, name: seller?.name || (name ?? records.unit.actor.organization) }
}

/** The company of a document as its record says it now; null without one. */
export async function customerOf(records: Records, { company_id }: { readonly company_id?: string | null }): Promise<Parties['customer']> {
  const [company] = company_id ? await records.findBy(Company, 'id', [company_id]) : []
  return company ? { name: company.name, vat_number: company.vat_number } : null
}
