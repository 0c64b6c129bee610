import { invalid } from '../../kernel/operation/errors.ts'
import { fold } from '../../kernel/values/fold.ts'
import type { Pipeline, Stage, StageInput, StageType } from './entity.ts'

/** The stage with this id, else with this name, compared as names are; else the only one whose name begins with the word. */
export function stageOf({ stages }: Pick<Pipeline, 'stages'>, word: string): Stage | undefined {
  const folded = fold(word)
  if (folded === '') return undefined
  const begun = stages.filter(({ name }) => fold(name).startsWith(folded))
  return (
    stages.find(({ id }) => id === word) ??
    stages.find(({ name }) => fold(name) === folded) ??
    stages.find(({ id }) => id === folded) ??
    (begun.length === 1 ? begun[0] : undefined)
  )
}

/** The first stage of a type, in the order of the pipeline. */
export function firstOf({ stages }: Pick<Pipeline, 'stages'>, type: StageType): Stage | undefined {
  return stages.find((each) => each.type === type)
}

/**
 * Stages as they are stored; `taken` are the ids of the other stages of the organization. Throws `taken` for a second stage of one name
 * or id.
 */
export function stagesFrom(inputs: readonly StageInput[], taken: ReadonlySet<string>, path = '/stages'): Stage[] {
  const used = new Set(taken)
  const names = new Set<string>()
  return inputs.map((input, at) => {
    const stage = stageFrom(input, used, `${path}/${at}`)
    if (names.has(fold(stage.name))) throw invalid(`${path}/${at}/name`, 'taken', `Two stages are called ${stage.name}`)
    names.add(fold(stage.name))
    used.add(stage.id)
    return stage
  })
}

/** A stage with what follows from its type; throws `taken` for an id that another stage of the organization has. */
export function stageFrom(input: StageInput, taken: ReadonlySet<string>, path = ''): Stage {
  const { type = 'open', stuck_after_days = null, required_fields = [] } = input
  const name = input.name.trim()
  if (input.id !== undefined && taken.has(input.id)) throw invalid(`${path}/id`, 'taken', `Another stage has the id ${input.id}`)
  const id = input.id ?? freeId(name, taken)
  const probability = probabilityOf(type, input.probability, path)
  return { id, name, probability, type, stuck_after_days: type === 'open' ? stuck_after_days : null, required_fields }
}

/** The probability of a stage: 100 where deals are won, 0 where they are lost; throws `not_allowed` for any other of a closed stage. */
export function probabilityOf(type: StageType, given: number | undefined, path = ''): number {
  if (type === 'open') return given ?? 0
  const certain = type === 'won' ? 100 : 0
  if (given !== undefined && given !== certain)
    throw invalid(`${path}/probability`, 'not_allowed', `The probability of a stage of the type ${type} is ${certain}`, [certain])
  return certain
}

// Ids are unique in the organization, so that an id names a stage without its pipeline.
function freeId(name: string, taken: ReadonlySet<string>): string {
  const ascii = fold(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  const base = ascii.slice(0, 50) || 'stage'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}_${number}`
    if (!taken.has(id)) return id
  }
}
