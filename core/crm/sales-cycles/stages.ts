import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { fold } from '../../kernel/values/fold.ts'
import type { CycleStage, CycleStages, SalesCycle } from './entity.ts'

/** The stage with this id, else with this name, compared as names are. */
export function stageNamed(stages: readonly CycleStage[], word: string): CycleStage | undefined {
  return stages.find(({ id }) => id === word) ?? stages.find(({ name }) => fold(name) === fold(word))
}

/** The id of the stage in which a contact of one cycle enters another: that of the same name, else the first. */
export function sameStage(from: SalesCycle | undefined, to: SalesCycle, stage: string | null): string | null {
  if (stage === null) return null
  const name = stageNamed(from?.stages ?? [], stage)?.name ?? stage
  return (stageNamed(to.stages, name) ?? to.stages[0])?.id ?? null
}

/**
 * Stages as they are stored; one without an id is the known stage of its name, or a new one whose id is its name. Throws `too_short` for a
 * name without a letter or digit, `taken` for a second stage of one name or id.
 */
export function cycleStages(inputs: Static<typeof CycleStages>, known: readonly CycleStage[] = []): CycleStage[] {
  const stages: CycleStage[] = []
  for (const [at, input] of inputs.entries()) {
    const name = input.name.trim()
    if (fold(name) === '') throw invalid(`/stages/${at}/name`, 'too_short', 'The name of a stage must have a letter or a digit')
    if (stages.some((each) => fold(each.name) === fold(name))) throw invalid(`/stages/${at}/name`, 'taken', `Two stages are called ${name}`)
    const id = input.id ?? known.find((each) => fold(each.name) === fold(name))?.id ?? name
    if (stages.some((each) => each.id === id)) throw invalid(`/stages/${at}/id`, 'taken', `Two stages have the id ${id}`)
    stages.push({ id, name })
  }
  return stages
}
