import type { AnyWatch, OnDemand } from '../schema/changes.ts'
import type { Unit } from '../schema/unit.ts'

/** Whether the organization of the unit has events of these records, as its settings say; read once in a unit of work. */
export async function tells(
  { onDemand }: AnyWatch,
  unit: Unit,
  read: (setting: OnDemand) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<boolean> {
  if (!onDemand) return true
  const asked = (unit.asked ??= new Map<string, Promise<boolean>>())
  const answer = asked.get(onDemand.field) ?? read(onDemand).then(([row]) => Boolean(row?.[onDemand.field]))
  asked.set(onDemand.field, answer)
  return await answer
}
