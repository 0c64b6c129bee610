import type { TSchema } from '@sinclair/typebox'
import { accessRule, accessText, type AnyOperation, writes } from 'rapport-crm'

/** Says of an operation what its summary leaves out: what it is limited to, how it is undone, and what it needs. */
export function descriptionsOf(operations: readonly AnyOperation[]): (operation: AnyOperation) => string {
  const byRoute = new Map(operations.map((each) => [each.route as string, each.id]))
  const job = operations.find(({ id }) => id === 'getJob')?.output
  return (operation) =>
    [...pageText(operation, byRoute), ...amounts(operation), ...outcome(operation, byRoute, job), accessText(accessRule(operation))].join(
      ' ',
    )
}

function pageText({ route, input }: AnyOperation, byRoute: ReadonlyMap<string, string>): string[] {
  const { limit, cursor } = input.properties
  if (!limit || !cursor) return []
  const { default: usual, maximum } = limit as { readonly default?: number; readonly maximum?: number }
  const search = route.startsWith('GET ') ? byRoute.get(`POST ${pathOf(route)}/search`) : undefined
  return [
    ...(maximum === undefined ? [] : [`Pages of ${usual === undefined ? '' : `${usual}, at most `}${maximum}.`]),
    ...(search === undefined ? [] : [`\`${search}\` takes conditions on any field.`]),
  ]
}

// How much fits into one call.
function amounts({ input, batch = false }: AnyOperation): string[] {
  const [most] = Object.entries(input.properties).filter(([name, { type }]) => type === 'array' && (name === 'records' || name === 'ids'))
  const maximum = most?.[1]['maxItems'] as number | undefined
  if (!most || maximum === undefined) return batch ? ['The body may have 32 MiB.'] : []
  return [`Takes up to ${maximum} ${most[0]}${batch ? ' in 32 MiB' : ''}.`]
}

function outcome(operation: AnyOperation, byRoute: ReadonlyMap<string, string>, job: TSchema | undefined): string[] {
  const { route, input, output, creates, secrets = [], seals } = operation
  const restore = route.startsWith('DELETE ') ? byRoute.get(`POST ${pathOf(route)}/restore`) : undefined
  const takes = (name: string) => Object.hasOwn(input.properties, name)
  return [
    ...(creates === true ? ['Changes the one that it matches.'] : []),
    ...(creates === 'once' ? ['One that is there already is answered as it is.'] : []),
    ...(restore === undefined ? [] : [`\`${restore}\` brings it back${takes('purge') ? ', unless it was purged' : ''}.`]),
    ...(takes('dry_run') ? ['`dry_run` tells what it would do.'] : []),
    ...(output === job && !route.startsWith('GET ') ? ['The work goes on after the answer: `getJob` tells how far it is.'] : []),
    ...(secrets.length > 0 && !seals && writes(operation) ? [`A repetition with the same key answers ${named(secrets)} as null.`] : []),
    ...(route.startsWith('PATCH ') ? ['What is left out stays.'] : []),
  ]
}

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ')

const pathOf = (route: string): string => route.slice(route.indexOf(' ') + 1)
