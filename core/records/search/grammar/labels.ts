import type { Records } from '../../../kernel/storage/records/records.ts'
import { ME } from '../../../kernel/values/owner.ts'
import type { Labels } from './field.ts'
import { teammatesByWord } from '../../../kernel/values/teammates.ts'
import { foldText } from './text.ts'

/** Ids by themselves and by name; what is the id of one is not taken for the name of another. */
export function idsByName(named: readonly { readonly id: string; readonly name: string }[], closed = true): Labels {
  const ids = new Map(named.map(({ id }) => [foldText(id), [id]]))
  const names = Map.groupBy(named, ({ name }) => foldText(name))
  for (const [name, those] of names) if (!ids.has(name)) ids.set(name, [...new Set(those.map(({ id }) => id))])
  return { ids, closed }
}

/**
 * The caller by `me`, and teammates by address or as people name them. Only a name of one is taken; where an organization stores no
 * teammates, any address may be an owner.
 */
export async function owners(records: Records): Promise<Labels> {
  const caller = foldText(records.unit.actor.user)
  const teammates = await records.teammates()
  const named = [...teammatesByWord(teammates)].filter(([, those]) => those.length === 1)
  const ids = new Map<string, readonly string[]>(named)
  for (const address of [caller, ...teammates.map(({ email }) => email)]) ids.set(foldText(address), [address])
  return { ids: ids.set(ME, [caller]), closed: teammates.length > 0 }
}
