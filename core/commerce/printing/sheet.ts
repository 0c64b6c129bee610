import { homeOf, todayOf } from '../../platform/access/organization.ts'
import { Organization } from '../../platform/access/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { customerOf, sellerOf } from '../documents/parties.ts'
import type { Particulars, Printed, SheetData } from './shown-sheet.ts'
import { languageOf } from './words.ts'

/**
 * Collects what a document shows: in a language that is `accepted` (`Accept-Language`), else in that of its customer. Seller and company are
 * those of its issue, so that a later change of them changes no document that was sent.
 */
export async function sheetOf<D extends Printed>(
  records: Records,
  document: D,
  particulars: Particulars,
  { accepted, made = document.updated_at }: { readonly accepted?: string | undefined; readonly made?: Date } = {},
): Promise<SheetData<D>> {
  const [contact] = await records.findBy(Contact, 'id', [document.lead_id])
  const [organization] = await records.columns(Organization, ['locale'], (query) => query.limit(1))
  const { seller, customer } = document.parties ?? { seller: await sellerOf(records), customer: await customerOf(records, document) }
  const { timezone } = await homeOf(records)
  const person = contact && [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return {
    ...particulars,
    language: languageOf(accepted, contact?.language, organization?.locale),
    seller,
    sellerAddress: addressLines(seller.address),
    customer: [customer?.name, person, ...addressLines(document.billing_address)].filter((each): each is string => Boolean(each)),
    customerVat: customer?.vat_number ?? null,
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
