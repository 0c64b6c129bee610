import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  TableNode,
  type UnknownRow,
} from 'kysely'

/** Prefixes every table of the engine, so that it can live beside the tables of the host app. */
export class TablePrefix extends OperationNodeTransformer implements KyselyPlugin {
  readonly #tables: ReadonlySet<string>
  readonly #prefix: string

  constructor(tables: ReadonlySet<string>, prefix: string) {
    super()
    this.#tables = tables
    this.#prefix = prefix
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.transformNode(node)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }

  protected override transformTable(node: TableNode): TableNode {
    const { name } = node.table.identifier
    return this.#tables.has(name) ? TableNode.create(`${this.#prefix}${name}`) : node
  }
}

/** The names of these tables without the prefix, as the engine calls them. */
export function ownNames(tables: ReadonlySet<string>, prefix: string): ReadonlySet<string> {
  if (prefix === '') return tables
  return new Set([...tables].map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name)))
}
