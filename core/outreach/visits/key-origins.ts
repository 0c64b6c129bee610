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

/** The sites to which the widget-only keys of the organization are bound that are in force, in order. */
export async function widgetOrigins(units: Units, actor: CurrentActor): Promise<string[]> {
  return await units.read(trackingActor(actor), async (resolve) => {
    const records = resolve(Records)
    const { now } = records.unit
    const keys = await records.findBy(ApiKey, 'widget', [true])
    const live = keys.filter(({ revoked_at, expires_at }) => revoked_at === null && (expires_at === null || expires_at > now))
    return [...new Set(live.flatMap(({ allowed_origins }) => allowed_origins ?? []))].toSorted()
  })
}
