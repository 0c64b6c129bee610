import { type Static, Type } from '@sinclair/typebox'
import { homeOf } from '../access/organization.ts'
import { Company } from '../companies/entity.ts'
import { Contact } from '../contacts/entity.ts'
import { nameOf } from '../contacts/schema.ts'
import { Closed, Day, Nullable, Text } from '../kernel/schema.ts'
import { Records } from '../storage/records.ts'
import { dayAfter, dayOf, daysLater } from '../values/calendar.ts'
import type { Task } from './entity.ts'
import { presentTask, TaskRecord } from './schema.ts'
import { TaskService } from './service.ts'

const AgendaTask = Closed({
  ...TaskRecord.properties,
  contact_name: Nullable(Type.String({ description: 'Name of the contact' })),
  company_name: Nullable(Type.String({ description: 'Name of the company' })),
})
const tasks = (description: string) => Type.Array(AgendaTask, { description })

/** Whose agenda is asked for. */
export const AgendaQuery = Closed({ owner: Type.Optional(Text(254, { description: 'Whose day; yours when left out, or by me' })) })
/** What is open and due, in three parts; later tasks are left to the list. */
export const AgendaAnswer = Closed({
  day: Day('Today, in the time zone of the organisation'),
  overdue: tasks('Due before today'),
  today: tasks('Due today'),
  next_days: tasks('Due within the next 7 days'),
})

// After today.
const DAYS = 7

/** What is to be done today and soon. */
export class Agenda {
  static readonly inject = [TaskService, Records] as const
  readonly #tasks: TaskService
  readonly #records: Records

  constructor(tasks: TaskService, records: Records) {
    this.#tasks = tasks
    this.#records = records
  }

  /** What a teammate (the caller unless named) has to do, in days of the organisation; at most 500 tasks, the earliest due first. */
  async of(owner: string | undefined): Promise<Static<typeof AgendaAnswer>> {
    const { now } = this.#tasks
    const { timezone } = await homeOf(this.#records)
    const today = dayOf(now, timezone)
    const last = dayAfter(today, DAYS)
    const found = await this.#tasks.due(owner ?? this.#tasks.actor.user, await daysLater(now, DAYS + 1, timezone))
    const shown = await this.#named(found)
    const on = (task: Task) => dayOf(task.due_at ?? now, timezone)
    const of = (is: (day: string) => boolean) => found.flatMap((task, at) => (is(on(task)) ? [shown[at] as Static<typeof AgendaTask>] : []))
    return {
      day: today,
      overdue: of((day) => day < today),
      today: of((day) => day === today),
      next_days: of((day) => day > today && day <= last),
    }
  }

  // Names of two look-ups, however many tasks there are.
  async #named(found: readonly Task[]): Promise<unknown[]> {
    const contacts = await this.#records.findBy(Contact, 'id', new Set(found.map(({ lead_id }) => lead_id)))
    const companies = await this.#records.findBy(Company, 'id', new Set(found.map(({ company_id }) => company_id)))
    const names = new Map<string | null, string | null>([
      ...contacts.map((each) => [each.id, nameOf(each)] as const),
      ...companies.map(({ id, name }) => [id, name] as const),
    ])
    return found.map((task) => ({
      ...presentTask(task, this.#tasks.now),
      contact_name: names.get(task.lead_id) ?? null,
      company_name: names.get(task.company_id) ?? null,
    }))
  }
}
