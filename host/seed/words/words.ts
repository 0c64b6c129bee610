/** What a language says; names of people, companies and places come from the package of example data. */
export interface Words {
  readonly country: string
  /** Language of the contacts. */
  readonly language: string
  /** Standard rate of VAT in percent. */
  readonly taxRate: number
  /** The beginning of phone numbers, which are not given to anybody where the country reserves some. */
  readonly phone: string
  /** Digits that follow `phone`. */
  readonly phoneDigits: number
  readonly industries: readonly string[]
  readonly titles: readonly string[]
  readonly tags: readonly string[]
  /** Name, category, unit, price. */
  readonly products: readonly (readonly [name: string, category: string, unit: string, price: number])[]
  /** What a deal is about. */
  readonly deals: readonly string[]
  readonly won: readonly string[]
  readonly lost: readonly string[]
  readonly tasks: readonly (readonly [type: 'call' | 'email' | 'meeting' | 'todo' | 'follow_up', title: string])[]
  readonly outcomes: readonly string[]
  readonly notes: readonly string[]
  /** Subjects of calls, meetings and e-mails. */
  readonly subjects: readonly string[]
  /** The sales cycle of contacts, and its stages. */
  readonly cycle: string
  readonly stages: readonly string[]
  readonly team: string
  readonly customers: string
  readonly overdue: string
  readonly revenue: string
  /** Series of two e-mails. */
  readonly sequences: readonly (readonly [name: string, subject: string, first: string, second: string])[]
  readonly campaigns: readonly (readonly [name: string, subject: string, text: string])[]
  /** Forms for visitors of a web site. */
  readonly forms: readonly (readonly [name: string, title: string])[]
  /** Labels of e-mail address, first name, last name and company. */
  readonly formFields: readonly string[]
}
