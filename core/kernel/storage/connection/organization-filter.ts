import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import type { VisibilityRules } from '../schema/visibility.ts'

/** What a user sees who does not see all: the rules, and the e-mails of the owners as JSON or a place for them. */
export interface Sight {
  readonly rules: VisibilityRules
  readonly sees: unknown
}

/**
 * Adds `user_from = <organization>` to every table that a statement touches, sub-queries and joins included, and refuses
 * statements that it cannot see through; with `sight`, rows of owners whom the user does not see are left out in the same way. A service
 * cannot leave it out, because it has no other door to the tables.
 */
export class OrganizationFilter implements KyselyPlugin {
  readonly #make: () => Filter
  readonly #refuseLate: () => void
  #filter: Filter | undefined

  /** `organization` may be a place for it, in a query that is compiled once for all; `refuseLate` throws once the transaction has ended. */
  constructor(tables: ReadonlySet<string>, organization: unknown, sight?: Sight, refuseLate: () => void = () => undefined) {
    this.#make = () => new Filter(tables, organization, sight)
    this.#refuseLate = refuseLate
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.#refuseLate()
    if (node.kind === 'RawNode') throw new Error('Raw statements cannot be filtered by organization: build the query')
    // Most calls send compiled statements alone, and a transformer binds ninety methods.
    this.#filter ??= this.#make()
    return this.#filter.transformNode(node)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

class Filter extends OperationNodeTransformer {
  readonly #tables: ReadonlySet<string>
  readonly #organization: unknown
  readonly #sight: Sight | undefined

  constructor(tables: ReadonlySet<string>, organization: unknown, sight?: Sight) {
    super()
    this.#tables = tables
    this.#organization = organization
    this.#sight = sight
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    return this.#filtered(super.transformSelectQuery(node), node.from?.froms ?? [])
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    if (node.updates?.some(({ column }) => ColumnNode.is(column) && column.column.name === 'user_from'))
      throw new Error('user_from cannot be changed')
    return this.#filtered(super.transformUpdateQuery(node), [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])])
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    return this.#filtered(super.transformDeleteQuery(node), [...node.from.froms, ...(node.using?.tables ?? [])])
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    const transformed = super.transformJoin(node)
    const conditions = this.#conditions([node.table])
    if (conditions.length === 0) return transformed
    const on = [...(transformed.on ? [ParensNode.create(transformed.on.on)] : []), ...conditions].reduce((left, right) =>
      AndNode.create(left, right),
    )
    return { ...transformed, on: OnNode.create(on) }
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const table = node.into && tableOf(node.into)?.name
    if (table && this.#tables.has(table)) this.#checkInsert(node)
    return super.transformInsertQuery(node)
  }

  #filtered<N extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(node: N, tables: readonly OperationNode[]): N {
    const keyed = foundByKey(node.where?.where)
    const conditions = this.#conditions(tables, node.joins || tables.length > 1 ? keyed.filter(({ table }) => table !== '') : keyed)
    if (conditions.length === 0) return node
    const where = [...(node.where ? [ParensNode.create(node.where.where)] : []), ...conditions].reduce((left, right) =>
      AndNode.create(left, right),
    )
    return { ...node, where: WhereNode.create(where) }
  }

  #conditions(tables: readonly OperationNode[], keyed: readonly Keyed[] = []): OperationNode[] {
    return tables.flatMap((each) => {
      const table = tableOf(each)
      if (!table || !this.#tables.has(table.name)) return []
      const name = table.alias ?? table.name
      const column = ReferenceNode.create(ColumnNode.create('user_from'), TableNode.create(name))
      const isOf = keyed.find((found) => found.table === name || found.table === '')?.isOf ?? isOfIndexed
      const own = isOf(column, ValueNode.create(this.#organization))
      const seen = this.#sight?.rules.condition(table.name, name, this.#sight.sees)
      return seen ? [own, this.transformNode(seen)] : [own]
    })
  }

  // An insert has no condition that could be added: what it says is compared instead.
  #checkInsert({ columns, values }: InsertQueryNode): void {
    const at = columns?.findIndex(({ column }) => column.name === 'user_from') ?? -1
    if (at < 0 || !values || !ValuesNode.is(values)) throw new Error('An insert must give user_from as a value')
    for (const row of values.values) {
      const value = row.kind === 'PrimitiveValueListNode' ? row.values[at] : valueOf(row.values[at])
      if (value !== this.#organization) throw new Error('user_from must be the organization of the caller')
    }
  }
}

/** A table of which rows are found by a key. */
interface Keyed {
  /** As the statement names it; '' for the only one. */
  readonly table: string
  /** The condition that a row is of the organization, by which no index is read. */
  readonly isOf: (column: ReferenceNode, organization: ValueNode) => BinaryOperationNode
}

const isOfIndexed: Keyed['isOf'] = (column, organization) => BinaryOperationNode.create(column, OperatorNode.create('='), organization)
const isOfOnPostgresql: Keyed['isOf'] = (column, organization) =>
  BinaryOperationNode.create(column, OperatorNode.create('is not distinct from'), organization)
const isOfOnSqlite: Keyed['isOf'] = (column, organization) =>
  BinaryOperationNode.create(RawNode.create(['+', ''], [column]), OperatorNode.create('='), organization)

/**
 * The tables of which rows are found by their ids, or by words on PostgreSQL. No index that begins with the organization must be read of these:
 * in a plan for any organization each seems as small as the average, and SQLite takes it for what leaves fewest rows whatever the ids are, so that
 * all rows of a large one would be read to find twenty.
 */
function foundByKey(where: OperationNode | undefined): readonly Keyed[] {
  if (where === undefined) return []
  if (AndNode.is(where)) return [...foundByKey(where.left), ...foundByKey(where.right)]
  if (ParensNode.is(where)) return foundByKey(where.node)
  if (!RawNode.is(where)) return []
  const [, operator = ''] = where.sqlFragments
  const [left, second, third] = where.parameters
  const [name, table = ''] = columnOf(left)
  // Other ids than these count within an organization.
  if (operator === ' in (select value as ') return name === 'id' && isRaw(second, 'uuid') ? [{ table, isOf: isOfOnSqlite }] : []
  const isId = operator === ' = any(' && name === 'id' && isRaw(third, 'uuid[]')
  return isId || operator.startsWith(' @@ ') ? [{ table, isOf: isOfOnPostgresql }] : []
}

const isRaw = (node: OperationNode | undefined, text: string) => node !== undefined && RawNode.is(node) && node.sqlFragments[0] === text

function columnOf(node: OperationNode | undefined): readonly (string | undefined)[] {
  if (node && RawNode.is(node)) return columnOf(node.parameters[0])
  if (!node || !ReferenceNode.is(node) || !ColumnNode.is(node.column)) return []
  return [node.column.column.name, node.table?.table.identifier.name]
}

function valueOf(node: OperationNode | undefined): unknown {
  return node && ValueNode.is(node) ? node.value : undefined
}

function tableOf(node: OperationNode): { name: string; alias?: string } | undefined {
  if (TableNode.is(node)) return { name: node.table.identifier.name }
  if (!AliasNode.is(node)) return undefined
  const { node: inner, alias } = node
  const table = tableOf(inner)
  return table && IdentifierNode.is(alias) ? { name: table.name, alias: alias.name } : table
}
