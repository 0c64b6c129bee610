import type { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Units } from '../../kernel/storage/units/units.ts'
import { Exports } from './service.ts'

/**
 * The file of an export in UTF-8, of which no more than one part is in memory. Each part is read in a unit of work of its own, so
 * that a slow reader holds no connection.
 */
export async function* piecesOf(id: string, units: Units, actor: CurrentActor): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let position = 0; ; position += 1) {
    const text = await units.read(actor, (resolve) => resolve(Exports).part(id, position))
    if (text === undefined) return
    yield encoder.encode(text)
  }
}
