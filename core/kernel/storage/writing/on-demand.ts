import { dayOf } from '../../values/calendar.ts'
import type { AnyWatch, Setting } from '../schema/changes.ts'
import type { Unit } from '../schema/unit.ts'

type Read = (setting: Setting) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Whether the organization of the unit has events of these records, as its settings say; read once in a unit of work. */
export async function tells({ onDemand }: AnyWatch, unit: Unit, read: Read): Promise<boolean> {
  if (!onDemand) return true
  const asked = (unit.asked ??= new Map<string, Promise<boolean>>())
  const answer = asked.get(onDemand.field) ?? read(onDemand).then(([row]) => Boolean(row?.[onDemand.field]))
  asked.set(onDemand.field, answer)
  return await answer
}

/** The day in the organization of the unit, where what is shown of these records depends on it; its zone is read once in a unit of work. */
export async function dayFor({ zone }: AnyWatch, unit: Unit, read: Read): Promise<string | undefined> {
  if (!zone || unit.today !== undefined) return unit.today
  unit.zone ??= read(zone).then(([row]) => String(row?.[zone.field] ?? 'UTC'))
  return dayOf(unit.now, await unit.zone)
}
