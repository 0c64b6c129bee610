import { type Actor, CurrentActor, type Scope } from './actor.ts'
import { CrmError } from './errors.ts'
import type { AnyOperation } from './operation.ts'

/** What one operation asks of its callers. The check, the API description, the tool lists and the tests are made from it. */
export interface AccessRule {
  /** operationId. */
  readonly operation: string
  /** Scope that the key must have; `public` needs no key. */
  readonly scope: Scope | 'public'
  /** Whether it needs the role `admin` and, with a key, one that was made with `administration`. */
  readonly administration: boolean
  /** Whether it is for users who see the records of all owners only. */
  readonly full_visibility: boolean
  /** Whether a widget-only key may call it, which has no scopes. */
  readonly widget: boolean
}

/** The rule of an operation, from its declaration. */
export function accessRule({ id, scope, admin, widget, requiresFullVisibility }: AnyOperation): AccessRule {
  return {
    operation: id,
    scope,
    administration: admin === true,
    full_visibility: requiresFullVisibility === true,
    widget: widget === true,
  }
}

/** Why a caller may not call the operation; undefined if they may. What is missing first is told first: scope, role, administration, visibility. */
export function refusalOf(operation: AnyOperation, caller: Actor): CrmError | undefined {
  const { operation: id, scope, administration, full_visibility, widget } = accessRule(operation)
  const actor = caller instanceof CurrentActor ? caller : new CurrentActor(caller)
  if (scope === 'public') return undefined
  if (actor.widget && !widget) return new CrmError('insufficient_scope', `${id} is not open to a widget-only key`, { scopes: [scope] })
  if (!actor.widget && !actor.scopes.has(scope))
    return new CrmError('insufficient_scope', `${id} needs the scope ${scope}`, { scopes: [scope] })
  if (administration && actor.role !== 'admin') return new CrmError('forbidden', `${id} needs an administrator`)
  if (administration && !actor.administration)
    return new CrmError(
      'forbidden',
      `${id} is administration, which this key does not have: use a key that was made with "administration": true, or sign in as a user`,
    )
  if (full_visibility && actor.sees) return new CrmError('forbidden', `${id} is for users who see all records of the organization`)
  return undefined
}

/** Throws `insufficient_scope` or `forbidden` if the caller may not call the operation. */
export function authorize(operation: AnyOperation, caller: Actor): void {
  const refusal = refusalOf(operation, caller)
  if (refusal) throw refusal
}

/** The rule as a sentence, for descriptions of the API. */
export function accessText({ scope, administration, full_visibility, widget }: AccessRule): string {
  if (scope === 'public') return 'Needs no key.'
  const needs = [
    `\`${scope}\``,
    ...(administration ? ['an administrator', 'a key with `administration` (or a session)'] : []),
    ...(full_visibility ? ['a user who sees all'] : []),
  ]
  const listed = needs.length > 1 ? `${needs.slice(0, -1).join(', ')} and ${needs.at(-1)}` : needs[0]
  return `Needs ${listed}.${widget ? ' A widget-only key is enough, too.' : ''}`
}
