import { homeOf, todayOf } from '../../platform/access/organization.ts'
import { Organization } from '../../platform/access/entity.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Particulars, Printed, SheetData } from './shown-sheet.ts'
import { languageOf } from './words.ts'

/** Collects what a document shows: in a language that is `accepted` (`Accept-Language`), else in that of its customer. */
export async function sheetOf<D extends Printed>(
  records: Records,
  document: D,
  particulars: Particulars,
  { accepted, made = document.updated_at }: { readonly accepted?: string | undefined; readonly made?: Date } = {},
): Promise<SheetData<D>> {
  const [company] = await records.findBy(Company, 'id', [document.company_id])
  const [contact] = await records.findBy(Contact, 'id', [document.lead_id])
  const [organization] = await records.columns(Organization, ['name', 'locale', 'seller'], (query) => query.limit(1))
  const { timezone } = await homeOf(records)
  const person = contact && [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return {
    ...particulars,
    language: languageOf(accepted, contact?.language, organization?.locale),
    seller: { ...organization?.seller, name: organization?.seller?.name || (organization?.name ?? document.user_from) },
    sellerAddress: addressLines(organization?.seller?.address),
    customer: [company?.name, person, ...addressLines(document.billing_address)].filter((each): each is string => Boolean(each)),
    customerVat: company?.vat_number ?? null,
    document,
    today: await todayOf(records),
    timezone,
    made,
  }
}

function addressLines(address: Printed['billing_address'] | undefined): string[] {
  const { street, postal_code, city, region, country } = address ?? {}
  return [street, [postal_code, city].filter(Boolean).join(' '), region, country].filter((each): each is string => Boolean(each))
}
