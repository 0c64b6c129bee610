import type { CurrentActor } from '../../kernel/operation/actor.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { Units } from '../../kernel/storage/units/units.ts'
import { ApiKey } from '../../platform/access/entity.ts'
import { trackingActor } from './tracking-actor.ts'

/** The sites that the key of a caller is bound to; null where it is bound to none. */
export async function allowedOrigins(units: Units, actor: CurrentActor): Promise<readonly string[] | null> {
  if (actor.via.type !== 'api_key') return null
  const [key] = await units.read(trackingActor(actor), (resolve) => resolve(Records).findBy(ApiKey, 'id', [actor.via.id]))
  return key?.allowed_origins ?? null
}
