import { Billing } from './billing.ts'
import type { Calendar, Call } from './calendar.ts'
import type { Cast } from './people.ts'

/** Weeks that are told: 18 months, of which the last one is now. */
export const WEEKS = 79
const NOW = WEEKS - 1

/** A record that is written in some week; its id is known from then on. */
interface Known {
  readonly week: number
  id: string
}
export interface Customer extends Known {
  readonly domain: string
  readonly name: string
  readonly owner: string
  readonly people: Person[]
  terms: number
}
export interface Person extends Known {
  readonly name: string
  readonly email: string | undefined
}

export interface Setting {
  readonly cast: Cast
  readonly calendar: Calendar
  readonly call: Call
  /** The date of a week, or of some days after it. */
  readonly day: (week: number, days?: number) => string
  /** A moment of working hours in a week that has passed. */
  readonly moment: (week: number) => string
  /** E-mail addresses of the teammates. */
  readonly owners: readonly string[]
  /** Ids of the open stages of the pipeline, in their order. */
  readonly stages: readonly string[]
  /** The sales cycle of contacts, with its stages. */
  readonly cycle: { readonly id: string; readonly stages: readonly { readonly id: string }[] }
}

/** Writes down what becomes of an organization with this many contacts. */
export function tell(setting: Setting, contacts: number): void {
  const { cast, calendar } = setting
  const skus = cast.words.products.map(([name, category, unit, price], at) => {
    const product = {
      sku: `${category.slice(0, 3).toUpperCase()}-${100 + at * 10}`,
      name,
      category,
      unit,
      price,
      tax_rate: cast.words.taxRate,
    }
    const stock = at >= 6 && at <= 8 ? { stock_on_hand: cast.int(0, 80) } : {}
    calendar.write(0, 'products', () => ({ ...product, ...stock, cost: Math.round(price * 0.6) }))
    return product.sku
  })
  const billing = new Billing(setting, skus)
  const customers = Array.from({ length: Math.max(1, Math.round(contacts / 4)) }, () => company(setting))
  for (let count = 0; count < contacts; count++) person(setting, customers)
  for (const customer of customers) {
    for (let count = cast.pick([0, 1, 1, 2]); count > 0 && customer.people.length > 0; count--) deal(setting, billing, customer)
    if (cast.chance(0.35)) billing.orderNow(customer, cast.int(Math.min(customer.week + 1, NOW), NOW))
  }
}

// A third is there from the beginning; more come later than earlier.
function birth(cast: Cast): number {
  return cast.chance(0.35) ? 0 : Math.floor(Math.sqrt(cast.int(0, 9_999) / 10_000) * WEEKS)
}

function company({ cast, calendar, owners }: Setting): Customer {
  const values = cast.company()
  const customer: Customer = {
    week: birth(cast),
    id: '',
    domain: values.domain,
    name: values.name,
    owner: cast.pick(owners),
    people: [],
    terms: 30,
  }
  customer.terms = Number(values['payment_terms_days'])
  calendar.write(
    customer.week,
    'companies',
    () => ({ ...values, owner_email: customer.owner, company_type: 'prospect' }),
    (id) => (customer.id = id),
  )
  return customer
}

function person(setting: Setting, customers: readonly Customer[]): void {
  const { cast, calendar, owners } = setting
  const { words } = cast
  const employer = cast.chance(0.94) ? cast.pick(customers) : undefined
  const { first_name, last_name, email } = cast.person(employer?.domain ?? 'nobody.example')
  const week = Math.max(employer?.week ?? 0, birth(cast))
  const person: Person = { week, id: '', name: `${first_name} ${last_name}`, email: employer && email }
  employer?.people.push(person)
  const values = {
    first_name,
    last_name,
    // Who works nowhere was met somewhere, and left a number.
    email: person.email ?? null,
    phone: cast.chance(0.7) || !employer ? cast.phone() : null,
    title: cast.pick(words.titles),
    country: words.country,
    language: words.language,
    owner_email: employer?.owner ?? cast.pick(owners),
    lead_score: cast.int(0, 90),
    lifecycle_stage: cast.pick(['subscriber', 'lead', 'lead', 'mql', 'sql'] as const),
    tags: cast.some(words.tags, 2),
    sales_cycle_id: setting.cycle.id,
    pipeline_stage: cast.pick(setting.cycle.stages).id,
  }
  calendar.write(
    week,
    'contacts',
    () => ({ ...values, company_id: employer?.id ?? null }),
    (id) => (person.id = id),
  )
  for (let count = cast.int(0, 4); count > 0; count--)
    activity(setting, cast.int(week, NOW), () => ({ contact_id: person.id }), values.owner_email)
  if (cast.chance(0.25)) task(setting, cast.int(week, NOW), () => ({ contact_id: person.id }), values.owner_email)
}

const callOutcomes = ['connected', 'positive', 'scheduled', 'no_answer', 'voicemail', 'negative'] as const

type Ids = () => Readonly<Record<string, string>>

function activity({ cast, calendar, moment }: Setting, week: number, ids: Ids, owner: string): void {
  const { words } = cast
  const type = cast.pick(['note', 'call', 'call', 'meeting', 'email', 'email'] as const)
  const direction = cast.pick(['in', 'out'] as const)
  const values = {
    type,
    ...(type !== 'note' && { subject: cast.pick(words.subjects) }),
    ...(type === 'note' && { body: cast.pick(words.notes) }),
    ...((type === 'call' || type === 'email') && { direction }),
    ...(type === 'call' && { duration_seconds: cast.int(1, 20) * 60, outcome: cast.pick(callOutcomes) }),
    ...(type === 'meeting' && { duration_seconds: cast.int(1, 4) * 1800, body: cast.pick(words.outcomes) }),
    owner_email: owner,
    at: moment(week),
  }
  calendar.write(week, 'activities', () => ({ ...values, ...ids() }))
}

function task({ cast, calendar, day }: Setting, week: number, ids: Ids, owner: string): void {
  const [type, title] = cast.pick(cast.words.tasks)
  const [due, outcome] = [cast.int(1, 20), type === 'call' ? cast.pick(callOutcomes) : cast.pick(cast.words.outcomes)]
  const priority = cast.pick(['low', 'medium', 'medium', 'high'] as const)
  // Most are done about their time, some later, and some not yet.
  const done = week + Math.ceil(due / 7) + cast.pick([-1, 0, 0, 0, 1, WEEKS])
  calendar.write(
    week,
    'tasks',
    () => ({ type, title, priority, owner_email: owner, due_at: `${day(week, due)}T15:00:00Z`, ...ids() }),
    (id) => calendar.write(Math.max(done, week + 1), 'completions', () => ({ id, status: 'completed', outcome })),
  )
}

function deal(setting: Setting, billing: Billing, customer: Customer): void {
  const { cast, calendar, day, stages } = setting
  const { words } = cast
  // Of two who are asked, whoever has been known for longer.
  const [contact] = [cast.pick(customer.people), cast.pick(customer.people)].toSorted((a, b) => a.week - b.week) as [Person, Person]
  const known = Math.min(contact.week + 1, NOW)
  const week = cast.int(known, Math.min(known + 26, NOW))
  const ids = { id: '' }
  const [subject, reached] = [cast.pick(words.deals), cast.int(0, stages.length - 1)]
  const outcome = cast.faker.helpers.weightedArrayElement([
    { weight: 5, value: 'won' },
    { weight: 3, value: 'lost' },
    { weight: 1, value: 'open' },
  ] as const)
  const steps = outcome === 'won' ? stages.length - 1 : reached
  const pace = cast.int(1, 3)
  const end = week + (steps + 1) * pace
  const amount = cast.int(8, 300) * 250
  const values = {
    name: `${customer.name}: ${subject}`,
    amount,
    stage_id: stages[0],
    close_date: day(week, (end - week) * 7 + cast.int(-7, 21)),
    priority: cast.pick(['low', 'medium', 'medium', 'high'] as const),
    source: cast.pick(['website', 'referral', 'event'] as const),
    owner_email: customer.owner,
    tags: cast.some(words.tags, 1),
  }
  const offer = billing.offer(customer, contact, ids)
  calendar.write(
    week,
    'deals',
    () => ({ ...values, company_id: customer.id, contact_id: contact.id }),
    (id) => {
      ids.id = id
      for (let step = 1; step <= steps; step++) calendar.write(week + step * pace, 'moves', () => ({ id, stage_id: stages[step] }))
      if (steps >= 3) offer.send(week + 3 * pace)
      if (outcome === 'won') offer.win(end)
      if (outcome === 'lost') offer.lose(end)
    },
  )
  for (let at = week; at <= Math.min(end, NOW); at += cast.int(1, 4))
    activity(setting, at, () => ({ deal_id: ids.id, contact_id: contact.id }), customer.owner)
  if (cast.chance(0.5))
    task(setting, cast.int(week, Math.min(end, NOW)), () => ({ deal_id: ids.id, contact_id: contact.id }), customer.owner)
}
