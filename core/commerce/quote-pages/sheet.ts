import { homeOf, todayOf } from '../../platform/access/organization.ts'
import { Organization } from '../../platform/access/entity.ts'
import { Company } from '../../crm/companies/entity.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import type { Quote } from '../quotes/entity.ts'
import type { QuoteView } from '../quotes/service.ts'
import { type Language, languageOf, words } from './words.ts'

/** All that the page and the PDF show of a quote, in one language. */
export interface Sheet {
  readonly language: Language
  readonly seller: string
  readonly customer: readonly string[]
  readonly quote: QuoteView
  /** The day in the organization. */
  readonly today: string
  readonly timezone: string
  readonly text: (typeof words)[Language]
  money(amount: number | null): string
  number(value: number | null): string
  day(day: string | null): string
  moment(time: Date | null): string
}

/** Collects what a quote shows: in a language that is `accepted` (`Accept-Language`), else in that of its customer. */
export async function sheetOf(records: Records, quote: QuoteView, accepted?: string): Promise<Sheet> {
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
    text: words[language],
    ...formats(language, quote, timezone),
  }
}

function formats(language: Language, { currency }: Quote, timeZone: string): Pick<Sheet, 'money' | 'number' | 'day' | 'moment'> {
  const digits = exponentOf(currency)
  // Up to four decimals, because prices of one unit may have them.
  const amounts = new Intl.NumberFormat(language, {
    ...(currency && isCurrency(currency) && { style: 'currency', currency }),
    minimumFractionDigits: digits,
    maximumFractionDigits: 4,
  })
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 })
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return {
    money: (amount) => (amount === null ? '' : amounts.format(amount)),
    number: (value) => (value === null ? '' : numbers.format(value)),
    day: (day) => (day === null ? '' : days.format(new Date(`${day}T00:00:00Z`))),
    moment: (time) => (time === null ? '' : moments.format(time)),
  }
}

function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code)
}

function addressOf({ billing_address }: Quote): string[] {
  const { street, postal_code, city, region, country } = billing_address ?? {}
  return [street, [postal_code, city].filter(Boolean).join(' '), region, country].filter((each): each is string => Boolean(each))
}
