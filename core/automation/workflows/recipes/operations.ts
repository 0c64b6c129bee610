import { Type } from '@sinclair/typebox'
import { fullVisibilityGroup, operation } from '../../../kernel/operation/operation.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { recipes } from './recipes.ts'

const Shown = Type.Record(Type.String(), Type.Unknown())
const Parts = { additionalProperties: true }

const RecipeList = Closed({
  recipes: Type.Array(
    Closed({
      id: Type.String({ description: 'By which it is made: `POST /workflows {recipe, values}`' }),
      name: Type.String({ description: 'Name of the workflow unless another is given' }),
      description: Type.String({ description: 'What it is for' }),
      values: Type.Object({}, { ...Parts, description: 'JSON schema of the values that it takes' }),
      definition: Type.Object(
        {
          triggers: Type.Array(Shown, { description: 'What starts it' }),
          conditions: Type.Array(Shown, { description: 'All must hold' }),
          steps: Type.Array(Shown, { description: 'What is done, in this order' }),
          settings: Type.Object({}, { ...Parts, description: 'How it enrolls and runs' }),
        },
        { additionalProperties: false, description: 'What it says; `{"$value": name}` stands for one of the values' },
      ),
    }),
    { description: 'All of them' },
  ),
})

/** Workflows that are ready to be made. */
export const recipeOperations = fullVisibilityGroup('Workflows', {
  recipes: operation({
    id: 'listWorkflowRecipes',
    summary: 'List ready workflows, each with the values that it takes; `POST /workflows` with `recipe` makes one',
    scope: 'read',
    mcp: true,
    route: 'GET /workflows/recipes',
    input: Closed({}),
    output: RecipeList,
    uses: {},
    handle: () =>
      Promise.resolve({
        recipes: recipes.map(({ definition: { triggers, conditions = [], steps, settings = {} }, ...recipe }) => ({
          ...recipe,
          values: { ...recipe.values },
          definition: { triggers: [...triggers], conditions: [...conditions], steps: steps.map((each) => ({ ...each })), settings },
        })),
      }),
  }),
})
