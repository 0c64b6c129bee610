import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { dayOf, momentOn } from '../../kernel/values/calendar.ts'
import { homeOf } from '../../platform/access/organization.ts'
import type { TaskValues } from './decide.ts'
import { Task } from './entity.ts'
import { daysOf, monthdayOf } from './recurrence.ts'

/** What makes tasks of their values. */
interface Maker {
  readonly records: Records
  made(values: TaskValues): Task
}

/**
 * In the transaction that completes tasks: makes those that come next in their series. Each task has one that follows it, whatever became of that
 * one, also when it is opened and completed again.
 */
export async function makeFollowing(tasks: Maker, changes: readonly { before: TaskValues; record: Task }[]): Promise<void> {
  const { records } = tasks
  const completed = changes.filter(({ before, record }) => before.status !== 'completed' && record.status === 'completed')
  const recurring = completed.map(({ record }) => record).filter(({ recurrence }) => recurrence !== null)
  if (recurring.length === 0) return
  const followed = await followedIn(records, recurring)
  const { timezone } = await homeOf(records)
  const properties = await propertiesOf(records, Task.table)
  const own = properties.filter(({ unique, formula }) => unique || formula !== null).map(({ name }) => name)
  const next: TaskValues[] = []
  for (const task of recurring) {
    if (followed.has(`${seriesOf(task)} ${placeOf(task) + 1}`)) continue
    const times = await timesAfter(task, records.unit.now, timezone)
    if (times) next.push({ ...inherited(task, own), ...times, occurrence: placeOf(task) + 1, series_id: seriesOf(task) })
  }
  await records.insert(
    Task,
    next.map((values) => tasks.made(values)),
  )
}

const seriesOf = ({ id, series_id }: Task) => series_id ?? id
const placeOf = ({ occurrence }: Task) => occurrence ?? 1

async function followedIn({ whole }: Records, tasks: readonly Task[]): Promise<ReadonlySet<string>> {
  const rows = await whole.db
    .selectFrom(Task.table)
    .select(['series_id', 'occurrence'])
    .where(whole.anyOf(Task, 'series_id', tasks.map(seriesOf)))
    .execute()
  return new Set(rows.map(({ series_id, occurrence }) => `${String(series_id)} ${Number(occurrence)}`))
}

/** When the next task is due and reminds, at the time of day of the one before in the zone of the organization; undefined at the end of the series. */
async function timesAfter(task: Task, now: Date, timezone: string) {
  const { recurrence, due_at, remind_at, series_monthday } = task
  if (!recurrence || !due_at || placeOf(task) >= (recurrence.count ?? Infinity)) return undefined
  const due = dayOf(due_at, timezone)
  const monthday = monthdayOf(due, series_monthday)
  for (const day of daysOf(recurrence, { due, monthday }, dayOf(now, timezone))) {
    if (recurrence.until !== undefined && day > recurrence.until) return undefined
    const at = await momentOn(day, due_at, timezone)
    // Today's time may have passed.
    if (at <= now) continue
    const reminds = remind_at && new Date(at.getTime() - (due_at.getTime() - remind_at.getTime()))
    return { due_at: at, remind_at: reminds, series_monthday: monthday }
  }
  return undefined
}

function inherited(task: Task, own: readonly string[]): TaskValues {
  const { title, type, priority, owner_email, lead_id, deal_id, company_id, quote_id, source, description, recurrence, custom } = task
  const kept = Object.fromEntries(Object.entries(custom).filter(([name]) => !own.includes(name)))
  const about = { lead_id, deal_id, company_id, quote_id }
  return { title, type, priority, owner_email, ...about, source, description, recurrence, custom: kept }
}
