import { EntityManager } from '@mikro-orm/core'
import type { LoadedRecords } from './loaded-records.ts'

/** MikroORM's identity map of loaded records. In a file of its own, so that the types that apps see need no package for it. */
export function entityManagerOf({ em }: LoadedRecords): EntityManager {
  if (em instanceof EntityManager) return em
  throw new TypeError('These records were loaded by another entity manager')
}
