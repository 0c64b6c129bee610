import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { suggestion } from '../../kernel/operation/nearest.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { canonical } from '../../records/search/grammar/canonical.ts'
import type { Condition, Filter } from '../../records/search/grammar/condition.ts'
import { withDefined, withProperties } from '../../records/search/grammar/defined.ts'
import { isOperator, operatorNames } from '../../records/search/grammar/operators.ts'
import { foundAt, parseFilter } from '../../records/search/grammar/parse.ts'
import type { PropertyKind } from '../../records/search/grammar/property.ts'
import type { Related, Searchable } from '../../records/search/grammar/searchable.ts'
import { matcherOf } from './matcher.ts'
import type { ParsedConditions, StoredConditions } from './parsed.ts'
import { namesIn, qualifiedName, type Scope, scopeOf } from './scope.ts'
import { type Leaf, type Shape, shapeOf } from './walk.ts'

/** Whose conditions are parsed. */
export interface ConditionPlace {
  /** The type of the records that are enrolled, as in `entity.type` of events; null where there is none. */
  readonly entityType: string | null
  /** JSON pointer to the conditions in the definition. */
  readonly where: string
}

/**
 * Conditions of a definition, ready to be asked: names of stages, pipelines, cycles and lifecycle stages have become ids. Throws
 * `invalid_input` with the pointer of the first fault and what was meant instead.
 */
export async function parseConditions(
  services: { readonly records: Records; readonly types: RecordTypes },
  given: unknown,
  { entityType, where }: ConditionPlace,
): Promise<ParsedConditions> {
  const [parsed] = await parseAllConditions(services, [{ given, where }], entityType)
  if (parsed === undefined || parsed instanceof CrmError) throw parsed
  return parsed
}

/** The same for all places of a definition; what it names is looked up once for all of them. A place that is wrong has its fault. */
export async function parseAllConditions(
  { records, types }: { readonly records: Records; readonly types: RecordTypes },
  places: readonly { readonly given: unknown; readonly where: string }[],
  entityType: string | null,
): Promise<readonly (ParsedConditions | CrmError)[]> {
  const scope = scopeOf(types, entityType)
  const shapes = places.map(({ given, where }) => attempt(() => mapLeaves(shapeOf(given, where), (leaf) => qualified(leaf, scope))))
  const of = await withProperties(records, scope.searchable, ...shapes.filter((each) => !(each instanceof CrmError)))
  const filters = shapes.map((each) => (each instanceof CrmError ? each : attempt(() => filterOf(each, (leaf) => canonicalLeaf(leaf, of)))))
  const parsed: (ParsedConditions | CrmError)[] = []
  for (const filter of filters) {
    if (filter instanceof CrmError) parsed.push(filter)
    else {
      const properties = await propertiesIn(records, scope, filter)
      parsed.push(prepared(scope, { entity_type: entityType, filter, ...(Object.keys(properties).length > 0 && { properties }) }, of))
    }
  }
  return parsed
}

function attempt<T>(work: () => T): T | CrmError {
  try {
    return work()
  } catch (error) {
    if (error instanceof CrmError) return error
    throw error
  }
}

/** Conditions as they were stored, without a look at the database; what is not understood anymore is false, with a warning. */
export function restoreConditions(types: RecordTypes, stored: StoredConditions): ParsedConditions {
  const scope = scopeOf(types, stored.entity_type)
  const related: Record<string, Related> = {}
  for (const [name, each] of Object.entries(scope.searchable.related))
    related[name] = { ...each, to: withDefined(each.to, stored.properties?.[each.to.entity.table] ?? []) }
  return prepared(scope, stored, { ...scope.searchable, related })
}

function prepared(scope: Scope, stored: StoredConditions, of: Searchable): ParsedConditions {
  const warnings: string[] = []
  const condition = conditionOf(shapeOf(stored.filter, ''), of, warnings)
  return { scope: { ...scope, searchable: of }, stored, condition, warnings, met: matcherOf(condition) }
}

function conditionOf(shape: Shape, of: Searchable, warnings: string[], negated = false): Condition {
  if ('and' in shape || 'or' in shape) {
    const parts = ('and' in shape ? shape.and : shape.or).map((each) => conditionOf(each, of, warnings, negated))
    // The contrary of "all" is "any of the contraries".
    return 'and' in shape === negated ? { any: parts } : { all: parts }
  }
  if ('not' in shape) return conditionOf(shape.not, of, warnings, !negated)
  try {
    return parseFilter(of, negated ? { not: written(shape) } : written(shape))
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const fault = error.details.errors?.[0]?.message ?? error.message
    warnings.push(`The condition on ${String(shape.field)} counts as false: ${fault}`)
    return negated ? { all: [] } : { any: [] }
  }
}

function qualified(leaf: Leaf, scope: Scope): Leaf {
  const { field, pointer } = leaf
  if (typeof field !== 'string')
    throw invalid(`${pointer}/field`, field === undefined ? 'required' : 'invalid_type', 'A condition names a field')
  const name = qualifiedName(scope, field)
  if (name !== undefined) return { ...leaf, field: name }
  const names = namesIn(scope)
  throw invalid(`${pointer}/field`, 'unknown_field', `Unknown field "${field.slice(0, 100)}"${suggestion(field, names)}`, names)
}

function canonicalLeaf(leaf: Leaf, of: Searchable): Filter {
  const { op, value, pointer } = leaf
  if (!isOperator(op)) {
    const code = op === undefined ? 'required' : 'not_allowed'
    const said =
      typeof op === 'string' ? `Unknown operator "${op.slice(0, 40)}"${suggestion(op, operatorNames)}` : 'A condition needs an operator'
    throw invalid(`${pointer}/op`, code, said, operatorNames)
  }
  const filter = written({ ...leaf, op })
  try {
    parseFilter(of, filter, { path: pointer, strict: 'ids' })
  } catch (error) {
    throw withSuggestion(error, foundAt(of, String(leaf.field))?.field, value)
  }
  return canonical(filter, of)
}

// Of an unknown stage, pipeline or lifecycle stage: what it is called.
function withSuggestion(error: unknown, field: Partial<Searchable['fields'][string]> | undefined, value: unknown): unknown {
  const [fault] = error instanceof CrmError ? (error.details.errors ?? []) : []
  const names = [...(field?.labels?.ids.keys() ?? []), ...(field?.names?.keys() ?? [])]
  if (!fault || fault.code !== 'not_allowed' || names.length === 0 || typeof value !== 'string') return error
  return invalid(fault.path, fault.code, `${fault.message}${suggestion(value, names)}`, fault.allowed)
}

// An operator without a value has none in what is stored.
const written = <O>({ field, op, value }: Omit<Leaf, 'op'> & { readonly op: O }) => ({
  field: String(field),
  op,
  ...(value !== undefined && { value }),
})

function mapLeaves(shape: Shape, change: (leaf: Leaf) => Leaf): Shape {
  if ('and' in shape) return { and: shape.and.map((each) => mapLeaves(each, change)) }
  if ('or' in shape) return { or: shape.or.map((each) => mapLeaves(each, change)) }
  return 'not' in shape ? { not: mapLeaves(shape.not, change) } : change(shape)
}

function filterOf(shape: Shape, leaf: (leaf: Leaf) => Filter): Filter {
  if ('and' in shape) return { and: shape.and.map((each) => filterOf(each, leaf)) }
  if ('or' in shape) return { or: shape.or.map((each) => filterOf(each, leaf)) }
  return 'not' in shape ? { not: filterOf(shape.not, leaf) } : leaf(shape)
}

/** The definitions of the custom properties that a filter names. */
async function propertiesIn(records: Records, scope: Scope, filter: Filter): Promise<Record<string, PropertyKind[]>> {
  const found: Record<string, PropertyKind[]> = {}
  const named = fieldsIn(filter)
  for (const [root, { to }] of Object.entries(scope.searchable.related)) {
    const keys = named.flatMap((name) => (name.startsWith(`${root}.custom`) ? [name.slice(name.indexOf('.', root.length + 1) + 1)] : []))
    if (!to.custom || keys.length === 0) continue
    const kinds = (await propertiesOf(records, to.entity.table)).filter(({ name }) => keys.includes(name))
    // Two prefixes may mean the same record type.
    const others = (found[to.entity.table] ?? []).filter(({ name }) => !keys.includes(name))
    const all = [...others, ...kinds.map(({ id, name, type, indexed, unique }) => ({ id, name, type, indexed, unique }))]
    if (all.length > 0) found[to.entity.table] = all
  }
  return found
}

function fieldsIn(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(fieldsIn)
  if ('or' in filter) return filter.or.flatMap(fieldsIn)
  return 'not' in filter ? fieldsIn(filter.not) : [filter.field]
}
