import { expect } from 'vitest'
import { PASSWORD } from '../../platform/accounts/people.ts'
import { Person, type Seen } from './person.ts'
import type { TestSite } from './site.ts'

/** Where the page of an account is. */
export const ACCOUNT = '/sign-in/account'
const bob = { email: 'bob@acme.test', password: PASSWORD }

/** A browser in which somebody has signed in, without any program. */
export async function browser({ url }: TestSite, agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', who = bob): Promise<Person> {
  const person = new Person(url)
  const entered = await person.submit(await person.open(ACCOUNT), { fields: who, headers: { 'user-agent': agent } })
  expect([entered.status, entered.text.includes(who.email)]).toEqual([200, true])
  return person
}

/** Presses a button of the page by the words that a screen reader says. */
export async function press(person: Person, page: Seen, label: RegExp, fields: Record<string, string> = {}): Promise<Seen> {
  const form = page.text.split('<form ').find((each) => label.test(each))
  if (form === undefined) throw new Error(`There is no ${String(label)}: ${page.text}`)
  return await person.submit({ ...page, text: `<form ${form}` }, { fields })
}
