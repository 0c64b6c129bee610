import type { Faker } from '@faker-js/faker'
import { companyNumbers } from './numbers.ts'
import type { Words } from './words/words.ts'

/** What can be chosen at random, always alike for the same seed. */
export class Cast {
  readonly faker: Faker
  readonly words: Words
  readonly #seed: number
  readonly #taken = new Set<string>()

  constructor(faker: Faker, words: Words, seed: number) {
    this.faker = faker
    this.words = words
    this.#seed = seed
    faker.seed(seed)
  }

  pick<T>(list: readonly T[]): T {
    return this.faker.helpers.arrayElement(list)
  }

  some<T>(list: readonly T[], most: number): T[] {
    return this.faker.helpers.arrayElements(list, { min: 0, max: most })
  }

  int(min: number, max: number): number {
    return this.faker.number.int({ min, max })
  }

  chance(share: number): boolean {
    return this.faker.datatype.boolean(share)
  }

  /** A company without owner, with numbers whose check digits are right, and a domain that nobody can have. */
  company(): { readonly name: string; readonly domain: string } & Readonly<Record<string, unknown>> {
    const { faker, words } = this
    const name = faker.company.name()
    const { vat, registration } = this.#numbers()
    const domain = this.#unique(slug(name), (text) => `${text}${this.#seed === 1 ? '' : `-${this.#seed}`}.example`)
    return {
      name,
      domain,
      website: `https://www.${domain}`,
      vat_number: vat,
      registration_number: registration,
      industry: this.pick(words.industries),
      employees: this.pick([4, 9, 15, 28, 45, 70, 120, 240, 600]) + this.int(0, 9),
      annual_revenue: this.int(2, 400) * 50_000,
      country: words.country,
      phone: this.phone(),
      payment_terms_days: this.pick([14, 30, 30, 30, 45]),
      billing_address: this.#address(),
      tags: this.some(words.tags, 2),
    }
  }

  /** A name with an address at this domain. */
  person(domain: string): { readonly first_name: string; readonly last_name: string; readonly email: string } {
    const { person } = this.faker
    const [first_name, last_name] = [person.firstName(), person.lastName()]
    const email = this.#unique(`${slug(first_name)}.${slug(last_name)}`, (text) => `${text}@${domain}`)
    return { first_name, last_name, email }
  }

  phone(): string {
    const { phone, phoneDigits } = this.words
    return phone + this.faker.string.numeric({ length: phoneDigits, allowLeadingZeros: true })
  }

  #address(): Readonly<Record<string, string>> {
    const { location } = this.faker
    return { street: location.streetAddress(), postal_code: location.zipCode(), city: location.city(), country: this.words.country }
  }

  #numbers(): { readonly vat: string; readonly registration: string } {
    const make = companyNumbers[this.words.country] as NonNullable<(typeof companyNumbers)[string]>
    for (;;) {
      const numbers = make((count) => this.faker.string.numeric({ length: count, allowLeadingZeros: false }))
      if (this.#taken.has(numbers.vat) || this.#taken.has(numbers.registration)) continue
      this.#taken.add(numbers.vat).add(numbers.registration)
      return numbers
    }
  }

  #unique(text: string, whole: (text: string) => string): string {
    for (let at = 1; ; at++) {
      const candidate = whole(at === 1 ? text : `${text}${at}`)
      if (this.#taken.has(candidate)) continue
      this.#taken.add(candidate)
      return candidate
    }
  }
}

function slug(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40) || 'x'
  )
}
