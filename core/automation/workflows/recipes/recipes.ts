import { type FieldError, invalid, CrmError } from '../../../kernel/operation/errors.ts'
import { faultsOf } from '../../../kernel/operation/validate.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import type { GivenStep } from '../definition/schema.ts'
import { inboundLeadToSlack } from './inbound-lead-to-slack.ts'
import { leadRouting } from './lead-routing.ts'
import { meetingNoShow } from './meeting-no-show.ts'
import { quoteFollowUp } from './quote-follow-up.ts'
import type { Recipe, RecipeDefinition } from './recipe.ts'
import { scoreDecay } from './score-decay.ts'
import { staleDeal } from './stale-deal.ts'
import { unpaidInvoiceReminder } from './unpaid-invoice-reminder.ts'
import { wonDealHandover } from './won-deal-handover.ts'

/** Workflows that are ready to be made. */
export const recipes: readonly Recipe[] = [
  leadRouting,
  staleDeal,
  wonDealHandover,
  unpaidInvoiceReminder,
  quoteFollowUp,
  meetingNoShow,
  inboundLeadToSlack,
  scoreDecay,
]

type Values = Readonly<Record<string, unknown>>

/** What a workflow that is made from a recipe says. Throws `invalid_input` for values that the recipe does not take. */
export function fromRecipe(id: string, given: Values = {}): Pick<Recipe, 'name' | 'description'> & RecipeDefinition {
  const recipe = recipes.find((each) => each.id === id)
  if (!recipe)
    throw invalid(
      '/recipe',
      'not_allowed',
      `There is no recipe ${id}`,
      recipes.map((each) => each.id),
    )
  refuse(faultsOf(recipe.values, given))
  const defaults = Object.entries(recipe.values.properties).map(([name, { default: standard }]) => [name, standard] as const)
  const values = { ...Object.fromEntries(defaults), ...given }
  const { name, description, definition } = recipe
  const { triggers, conditions = [], steps, settings = {} } = definition
  return {
    name,
    description,
    triggers: triggers.map(({ type, config = {} }) => ({ type, config: filledIn(config, values) })),
    conditions: conditions.map((each) => filledIn(each, values)),
    steps: steps.map((each) => stepOf(each, values)),
    settings,
  }
}

function stepOf({ config = {}, branches, ...step }: GivenStep, values: Values): GivenStep {
  const ways = Object.entries(branches ?? {}).map(([name, steps]) => [name, steps.map((each) => stepOf(each, values))] as const)
  return { ...step, config: filledIn(config, values), ...(branches && { branches: Object.fromEntries(ways) }) }
}

// What stands for a value that is not given is left out.
function filledIn(part: Values, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(part).flatMap(([name, inner]) => {
      const value = filled(inner, values)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function filled(part: unknown, values: Values): unknown {
  if (Array.isArray(part)) return part.map((each) => filled(each, values))
  if (!isObject(part)) return part
  return typeof part['$value'] === 'string' ? values[part['$value']] : filledIn(part, values)
}

function refuse(faults: readonly FieldError[]): void {
  const [first] = faults
  if (!first) return
  const errors = faults.map((each) => ({ ...each, path: `/values${each.path}` }))
  throw new CrmError('invalid_input', `Invalid values for the recipe: ${errors[0]?.path} ${first.message}`, { errors })
}
