import { CompiledQuery, type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/**
 * Writes limits into the statements: SQLite prepares one with a limit that is bound again for each run, because its plan may depend on the
 * limit, and that takes longer than a look-up.
 */
export class LimitsWritten extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (ValueNode.is(node.limit) && Number.isSafeInteger(node.limit.value)) this.append(`limit ${String(node.limit.value)}`)
    else super.visitLimit(node)
  }
}

const BOUND = ' limit ?'
const KEPT_TEXTS = 500
// With the limit that each statement had last, because a new text has to be hashed to find its statement.
const written = new Map<string, { readonly limit: unknown; readonly sql: string }>()

/** The same for a query whose limit was not known when it was compiled. */
export function withLimitWritten(query: CompiledQuery): CompiledQuery {
  const limit = query.sql.endsWith(BOUND) ? query.parameters.at(-1) : undefined
  if (!Number.isSafeInteger(limit)) return query
  const known = written.get(query.sql)
  if (known && known.limit === limit) return CompiledQuery.raw(known.sql, query.parameters.slice(0, -1))
  const sql = `${query.sql.slice(0, -1)}${String(limit)}`
  if (written.size >= KEPT_TEXTS) written.clear()
  written.set(query.sql, { limit, sql })
  return CompiledQuery.raw(sql, query.parameters.slice(0, -1))
}
