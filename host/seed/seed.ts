import type { Engine } from 'rapport-crm'
import { inProcess } from 'rapport-crm/in-process'
import type { Args } from '../args.ts'
import { openHere } from '../client.ts'
import { readConfig } from '../config.ts'
import { CommandError } from '../explain.ts'
import { ProgressBar } from '../progress.ts'
import { Calendar, type Call } from './calendar.ts'
import { PastClock } from './clock.ts'
import { castOf, languages } from './languages.ts'
import { outreach } from './outreach.ts'
import type { Cast } from './people.ts'
import { type Setting, tell, WEEKS } from './story.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const MOST = 20_000

/** `rapport seed`: fills an organization with a believable history of 18 months, always the same for the same seed. */
export async function seed({ positionals, values }: Args): Promise<number> {
  const [contacts, number] = [whole('contacts', values['contacts'], 2000, MOST), whole('seed', values['seed'], 1, 1_000_000)]
  const locale = values['locale'] ?? 'en'
  if (positionals.length > 0) throw new CommandError(`rapport seed takes options only, and not ${positionals[0]}`)
  if (typeof locale !== 'string' || !languages.includes(locale)) throw new CommandError(`--locale is one of ${languages.join(', ')}`)
  const cast = await castOf(locale, number)
  const started = performance.now()
  const clock = new PastClock()
  const engine = await openHere(readConfig(process.env), 'Stop the host that has it open first.', [clock])
  try {
    const organization = values['organization']
    const actor = await engine.access.administrator(typeof organization === 'string' ? { organization } : {})
    const { call } = inProcess(engine, actor)
    await refuse(call, values['add'] === true, number)
    await fill(engine, call, clock, cast, contacts, number)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`The organization ${actor.organization} has a history of 18 months, made in ${seconds} s:`)
    for (const line of await summary(call)) console.log(`  ${line}`)
    return 0
  } finally {
    await engine.close()
  }
}

// Real receivers would be told of a history that never was.
async function refuse(call: Call, add: boolean, number: number): Promise<void> {
  const { contacts } = (await call('listContacts', { limit: 1 })) as { readonly contacts: readonly unknown[] }
  if (contacts.length > 0 && !add) throw new CommandError('The organization has contacts: --add adds to them what another --seed makes')
  const { users } = (await call('listUsers', {})) as { readonly users: readonly { readonly email: string }[] }
  if (users.some(({ email }) => email.endsWith(domainOf(number))))
    throw new CommandError(`The seed ${number} is here already, or was begun: choose another one with --seed`)
  const { webhooks } = (await call('listWebhooks', { limit: 100 })) as { readonly webhooks: readonly { readonly active: boolean }[] }
  const { workflows } = (await call('listWorkflows', { status: 'active', limit: 1 })) as { readonly workflows: readonly unknown[] }
  if (webhooks.some(({ active }) => active) || workflows.length > 0)
    throw new CommandError('The organization has active webhooks or workflows, which would work on what is made up: deactivate them first')
}

const domainOf = (seed: number): string => `@sales-${seed}.example`

async function fill(engine: Engine, call: Call, clock: PastClock, cast: Cast, contacts: number, seed: number): Promise<void> {
  const now = Date.now()
  const time = (week: number) => workday(now - (WEEKS - 1 - week) * WEEK)
  const day = (week: number, days = 0) => new Date(time(week) + days * DAY).toISOString().slice(0, 10)
  const moment = (week: number) => new Date(time(week) - cast.int(0, 100) * HOUR).toISOString()
  clock.setTo(new Date(time(0)))
  const owners = await team(call, cast, seed)
  const stages = await openStages(call)
  const cycle = await salesCycle(call, cast)
  const calendar = new Calendar(WEEKS, call)
  tell({ cast, calendar, call, day, moment, owners, stages, cycle }, contacts)
  const bar = new ProgressBar(WEEKS, process.stderr, 'weeks')
  for (let week = 0; week < WEEKS; week++) {
    clock.setTo(new Date(time(week)))
    // One transaction for each week: to commit each call would take most of the time.
    await engine.transaction(() => calendar.live(week))
    bar.show(week + 1)
  }
  clock.setTo(new Date())
  await views(call, cast)
}

// Nobody works at the weekend.
function workday(time: number): number {
  const weekday = new Date(time).getUTCDay()
  return time - (weekday === 6 ? DAY : weekday === 0 ? 2 * DAY : 0)
}

async function team(call: Call, cast: Cast, seed: number): Promise<string[]> {
  const users: { readonly id: string; readonly email: string }[] = []
  for (let count = 0; count < 5; count++) {
    const { first_name, last_name, email } = cast.person(domainOf(seed).slice(1))
    users.push((await call('inviteUser', { email, name: `${first_name} ${last_name}`, visibility: 'all' })) as (typeof users)[number])
  }
  if (!(await named(call, 'listTeams', cast.words.team)))
    await call('createTeam', { name: cast.words.team, member_ids: users.map(({ id }) => id) })
  return users.map(({ email }) => email)
}

async function salesCycle(call: Call, { words }: Cast): Promise<Setting['cycle']> {
  const known = await named(call, 'listSalesCycles', words.cycle)
  return (known ??
    (await call('createSalesCycle', { name: words.cycle, stages: words.stages.map((name) => ({ name })) }))) as Setting['cycle']
}

/** What an earlier seed has made under this name. */
async function named(call: Call, operation: string, name: string): Promise<unknown> {
  const [records = []] = Object.values((await call(operation, {})) as Readonly<Record<string, readonly { readonly name: string }[]>>)
  return records.find((each) => each.name === name)
}

async function openStages(call: Call): Promise<string[]> {
  interface Pipeline {
    readonly is_default: boolean
    readonly stages: readonly { readonly id: string; readonly type: string; readonly required_fields: readonly string[] }[]
  }
  const { pipelines } = (await call('listPipelines', {})) as { readonly pipelines: readonly Pipeline[] }
  const { stages = [] } = pipelines.find(({ is_default }) => is_default) ?? pipelines[0] ?? {}
  return stages.filter(({ type, required_fields }) => type === 'open' && required_fields.length === 0).map(({ id }) => id)
}

async function views(call: Call, cast: Cast): Promise<void> {
  const { customers, overdue, revenue } = cast.words
  if (await named(call, 'listReports', revenue)) return
  const isCustomer = { field: 'company_type', op: 'eq', value: 'customer' }
  await call('createList', { name: customers, object: 'companies', type: 'dynamic', filter: isCustomer })
  const isOverdue = { field: 'status', op: 'eq', value: 'overdue' }
  await call('createReport', {
    name: overdue,
    object: 'invoices',
    filter: isOverdue,
    measures: [{ measure: 'count' }, { measure: 'sum', field: 'balance_due' }],
  })
  const byMonth = [{ field: 'issue_date', bucket: 'month' }]
  await call('createReport', {
    name: revenue,
    object: 'invoices',
    group_by: byMonth,
    measures: [{ measure: 'sum', field: 'total_excl_tax' }],
    period: 'm12',
    chart: 'bar',
  })
  await outreach(call, cast.words)
}

const is = (field: string, value: string) => ({ field, op: 'eq', value })

async function summary(call: Call): Promise<string[]> {
  const count = async (operation: string, filter?: unknown) =>
    ((await call(operation, { ...(filter !== undefined && { filter }), count: true, limit: 1 })) as { readonly total: number }).total
  return [
    `${await count('searchCompanies')} companies, ${await count('searchContacts')} contacts`,
    `${await count('searchDeals')} deals: ${await count('searchDeals', is('status', 'won'))} won, ${await count('searchDeals', is('status', 'lost'))} lost`,
    `${await count('searchTasks')} tasks: ${await count('searchTasks', is('status', 'open'))} open`,
    `${await count('searchQuotes')} quotes, ${await count('searchOrders')} orders`,
    `${await count('searchInvoices')} invoices: ${await count('searchInvoices', is('status', 'paid'))} paid, ${await count('searchInvoices', is('status', 'overdue'))} overdue`,
  ]
}

function whole(name: string, value: Args['values'][string], fallback: number, most: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'string' && /^\d{1,7}$/.test(value) && Number(value) >= 1 && Number(value) <= most) return Number(value)
  throw new CommandError(`--${name} is a whole number from 1 to ${most}`)
}
