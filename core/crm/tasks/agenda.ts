import { type Static, Type } from '@sinclair/typebox'
import { timezoneOf } from '../../platform/access/day-calendar.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { nameOf } from '../contacts/schema.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Closed, Count, Day, Nullable, OneOf, OwnerText } from '../../kernel/operation/schema/schema.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { dayAfter, dayOf } from '../../kernel/values/calendar.ts'
import { ownerMeant } from '../../kernel/values/owner.ts'
import { endOf, zoneOf } from '../../kernel/values/zone.ts'
import type { Task } from './entity.ts'
import { presentTask, TaskRecord } from './schema.ts'
import { TaskService } from './service.ts'

const AgendaTask = Closed({
  ...TaskRecord.properties,
  contact_name: Nullable(Type.String({ description: 'Name of the contact' })),
  company_name: Nullable(Type.String({ description: 'Name of the company' })),
})
const tasks = (description: string) => Type.Array(AgendaTask, { description })

// Tasks of each part.
const MAX_TASKS = 200
const parts = ['overdue', 'today', 'next_days'] as const

/** Query of `GET /tasks/agenda`: whose agenda, and how much of it. */
export const AgendaQuery = Closed({
  owner: Type.Optional(OwnerText('Yours when left out')),
  part: Type.Optional(OneOf(parts, { description: 'Only this part' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TASKS, default: MAX_TASKS, description: 'Tasks of each part' })),
})
/** Answer of `GET /tasks/agenda`: open tasks by when they are due, in three parts; later ones are in the list. */
export const AgendaAnswer = Closed({
  day: Day('Today where the teammate is, else the organization'),
  overdue: tasks('Due before today'),
  today: tasks('Due today'),
  next_days: tasks('Due within the next 7 days'),
  counts: Closed(
    { overdue: Count('Due before today'), today: Count('Due today'), next_days: Count('Due within the next 7 days') },
    { description: 'How many there are in all, with those that are not shown' },
  ),
})

// How far `next_days` reaches, from tomorrow on.
const NEXT_DAYS = 7

/** What is to be done today and soon. */
export class Agenda {
  static readonly uses = { tasks: TaskService, records: Records }
  readonly #uses: Resolved<typeof Agenda.uses>

  constructor(uses: Resolved<typeof Agenda.uses>) {
    this.#uses = uses
  }

  /** The agenda of a teammate, the caller unless another is named, in days of their time zone, else of the organization; the earliest due first. */
  async of({ owner, part, limit = MAX_TASKS }: Static<typeof AgendaQuery>): Promise<Static<typeof AgendaAnswer>> {
    const { now, actor } = this.#uses.tasks
    const whose = ownerMeant(owner ?? actor.user, actor)
    const timezone = await timezoneOf(this.#uses.records, whose)
    const zone = await zoneOf(timezone)
    const day = dayOf(now, timezone)
    const [start, end] = [zone.startOf(day), endOf(zone, day)]
    const due = (from: Date | null, until: Date) => this.#uses.tasks.due(whose, from, until, limit)
    const found = {
      overdue: await due(null, start),
      today: await due(start, end),
      next_days: await due(end, endOf(zone, dayAfter(day, NEXT_DAYS))),
    }
    const asked = parts.filter((each) => part === undefined || each === part)
    const show = await this.#naming(asked.flatMap((each) => found[each].tasks))
    const of = (each: (typeof parts)[number]) => (asked.includes(each) ? found[each].tasks.map(show) : [])
    const { overdue, today, next_days } = found
    return {
      day,
      overdue: of('overdue'),
      today: of('today'),
      next_days: of('next_days'),
      counts: { overdue: overdue.total, today: today.total, next_days: next_days.total },
    }
  }

  // The names are read in two look-ups, however many tasks there are.
  async #naming(found: readonly Task[]): Promise<(task: Task) => Static<typeof AgendaTask>> {
    const contacts = await this.#uses.records.findBy(Contact, 'id', new Set(found.map(({ lead_id }) => lead_id)))
    const companies = await this.#uses.records.findBy(Company, 'id', new Set(found.map(({ company_id }) => company_id)))
    const names = new Map<string | null, string | null>([
      ...contacts.map((each) => [each.id, nameOf(each)] as const),
      ...companies.map(({ id, name }) => [id, name] as const),
    ])
    return (task) => ({
      ...presentTask(task, this.#uses.tasks.now),
      contact_name: names.get(task.lead_id) ?? null,
      company_name: names.get(task.company_id) ?? null,
    })
  }
}
