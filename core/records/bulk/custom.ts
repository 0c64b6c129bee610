import { Claims } from '../../kernel/storage/records/custom-claims.ts'
import { customColumn, customOf } from '../../kernel/storage/custom/column.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import { isEntered } from '../../kernel/storage/custom/entered.ts'
import { fitting, taken } from '../../kernel/storage/custom/fitting.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { eachInTurns, Turns } from '../../kernel/values/turns.ts'
import { refusalOf } from './read.ts'
import type { Draft, Refusal } from '../record-type/set-rules.ts'

/** A record whose custom values are judged: its id, what it was before, and what was given. */
export interface Judged {
  readonly id: string
  readonly before: Row | null
  readonly drafts: readonly Draft[]
}

/**
 * Refuses the records of a set whose custom values do not fit their definitions, are missing or another's, and no other record with them.
 * Drafts name only what they change, unless they are `whole`.
 */
export async function judgeCustom(records: Records, entity: EntityTable, targets: readonly Judged[], whole = false): Promise<void> {
  const column = customColumn(entity)
  if (!column) return
  const given = targets.flatMap((target) => target.drafts.map((draft) => ({ target, draft })))
  const judged = given.filter(({ target, draft }) => !draft.refusal && (target.before === null || column in draft.values))
  if (judged.length === 0) return
  const properties = await propertiesOf(records, entity.table)
  if (properties.length === 0) return
  // The first draft of a new record makes it, the others complete it.
  const made = new Map<Judged, Row>()
  await eachInTurns(judged, ({ target, draft }) => {
    const before = target.before ? customOf(target.before, column) : (made.get(target) ?? null)
    try {
      // Whoever changes records as a set enters what changes; of new ones that depends.
      const asked = before !== null || isEntered(records.unit, entity.table, true)
      const custom = fitting(column, properties, { values: customOf(draft.values, column), before, isPartial: !whole, isEntered: asked })
      if (!target.before) made.set(target, { ...before, ...custom })
      draft.values = { ...draft.values, [column]: custom }
    } catch (error) {
      draft.refusal = refusalOf(error)
    }
  })
  const fit = judged.filter(({ draft }) => !draft.refusal)
  const claims = await Claims.of(
    records,
    properties,
    fit.map(({ draft }) => customOf(draft.values, column)),
  )
  const fresh = new Set(targets.flatMap(({ id, before }) => (before === null ? [id] : [])))
  const turns = new Turns()
  for (const { target, draft } of fit) {
    if (turns.areOver()) await turns.next()
    const [clash] = claims.claim(customOf(draft.values, column), target.id)
    if (!clash) continue
    const { existing_id, ...refusal } = refusalOf(taken(column, clash.property.name, clash.owner))
    // A record that the same set is about to make has no id that anybody knows, and one that is not seen has none for its writer.
    const isTold = records.whole === records && !fresh.has(clash.owner)
    draft.refusal = { ...refusal, ...(existing_id !== undefined && isTold && { existing_id }) }
  }
}

/** Why no record of this type could be given these custom values; null where one could. */
export async function customRefusal(records: Records, entity: EntityTable, values: Row): Promise<Refusal | null> {
  const column = customColumn(entity)
  if (!column || Object.keys(customOf(values, column)).length === 0) return null
  try {
    fitting(column, await propertiesOf(records, entity.table), { values: customOf(values, column), before: {}, isEntered: true })
    return null
  } catch (error) {
    return refusalOf(error)
  }
}
