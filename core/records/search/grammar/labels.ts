import type { Records } from '../../../kernel/storage/records/records.ts'
import { ME } from '../../../kernel/values/owner.ts'
import type { Labels } from './field.ts'
import { foldText } from './text.ts'

/** Ids by themselves and by name; what is the id of one is not taken for the name of another. */
export function idsByName(named: readonly { readonly id: string; readonly name: string }[], closed = true): Labels {
  const ids = new Map(named.map(({ id }) => [foldText(id), [id]]))
  const names = Map.groupBy(named, ({ name }) => foldText(name))
  for (const [name, those] of names) if (!ids.has(name)) ids.set(name, [...new Set(those.map(({ id }) => id))])
  return { ids, closed }
}

/** The caller by `me`, beside the addresses of teammates. */
export async function owners({ unit }: Records): Promise<Labels> {
  return { ids: new Map([[ME, [foldText(unit.actor.user)]]]), closed: false }
}
