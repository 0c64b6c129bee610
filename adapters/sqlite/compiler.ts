import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/**
 * Writes limits into the statements: SQLite prepares one with a limit that is bound again for each run, because its plan may depend on the
 * limit, and that takes longer than a look-up.
 */
export class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (ValueNode.is(node.limit) && Number.isSafeInteger(node.limit.value)) this.append(`limit ${String(node.limit.value)}`)
    else super.visitLimit(node)
  }
}
