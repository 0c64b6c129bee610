import type { Static, TObject } from '@sinclair/typebox'
import type { definitionParts, GivenStep } from '../definition/schema.ts'

/** A value that a workflow made from a recipe is given: in the definition of the recipe it stands at its places. */
export interface Placeholder {
  readonly $value: string
}

/** What a recipe says: the parts of a definition, with placeholders in their configurations. */
export interface RecipeDefinition {
  readonly triggers: Static<typeof definitionParts.triggers>
  readonly conditions?: Static<typeof definitionParts.conditions>
  readonly steps: readonly GivenStep[]
  readonly settings?: Static<typeof definitionParts.settings>
}

/** A workflow that is ready to be made: data, with what its maker fills in. */
export interface Recipe {
  /** By which it is made: `POST /workflows {recipe}`. */
  readonly id: string
  readonly name: string
  /** What it is for, in a sentence or two. */
  readonly description: string
  /** What its maker can or must say; defaults are filled in. */
  readonly values: TObject
  readonly definition: RecipeDefinition
}

/** The place of a value in a recipe; a field whose value is neither given nor has a default is left out. */
export function value(name: string): Placeholder {
  return { $value: name }
}
