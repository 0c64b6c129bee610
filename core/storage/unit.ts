import type { EntityManager } from '@mikro-orm/core'
import type { CurrentActor } from '../kernel/actor.ts'

/** One unit of work: who acts and since when; found by the entity manager that carries it out. */
export interface Unit {
  readonly actor: CurrentActor
  readonly now: Date
  /** Workflows that led here. */
  readonly causes?: readonly string[]
  /** Done once the unit has committed, and not when it fails: what a process keeps in its memory. */
  readonly onCommit: (() => void)[]
}

const units = new WeakMap<EntityManager, Unit>()

export function bindUnit(em: EntityManager, unit: Unit): void {
  units.set(em, unit)
}

export function unitOf(em: EntityManager): Unit {
  const unit = units.get(em)
  if (!unit) throw new Error('No unit of work: write through an operation')
  return unit
}
