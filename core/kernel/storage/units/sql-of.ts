import type { EntityManager } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'

/** The same entity manager: both drivers are of SQL. In a file of its own, so that the types that apps see need no package for it. */
export function sqlOf(em: EntityManager): SqlEntityManager {
  return em as SqlEntityManager
}
