import { homeOf, todayOf } from '../../platform/access/organization.ts'
import { Organization } from '../../platform/access/entity.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Quote } from '../quotes/entity.ts'
import type { QuoteView } from '../quotes/service.ts'
import type { SheetData } from './shown-sheet.ts'
import { languageOf } from './words.ts'

/** Collects what a quote shows: in a language that is `accepted` (`Accept-Language`), else in that of its customer. */
export async function sheetOf(records: Records, quote: QuoteView, accepted?: string): Promise<SheetData> {
  const [company] = await records.findBy(Company, 'id', [quote.company_id])
  const [contact] = await records.findBy(Contact, 'id', [quote.lead_id])
  const [organization] = await records.columns(Organization, ['name', 'locale'], (query) => query.limit(1))
  const { timezone } = await homeOf(records)
  const language = languageOf(accepted, contact?.language, organization?.locale)
  const person = contact && [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return {
    language,
    seller: organization?.name ?? quote.user_from,
    customer: [company?.name, person, ...addressOf(quote)].filter((each): each is string => Boolean(each)),
    quote,
    today: await todayOf(records),
    timezone,
  }
}

function addressOf({ billing_address }: Quote): string[] {
  const { street, postal_code, city, region, country } = billing_address ?? {}
  return [street, [postal_code, city].filter(Boolean).join(' '), region, country].filter((each): each is string => Boolean(each))
}
