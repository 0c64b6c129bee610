import {
  AbstractSqlDriver,
  type AnyEntity,
  type Configuration,
  type EntityData,
  PostgreSqlConnection,
  PostgreSqlPlatform,
  type QueryResult,
} from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { bindable } from 'rapport-crm'

/** MikroORM's PostgreSQL driver with the values of its statements bound, so that those that come back are planned once. */
export class BindingDriver extends AbstractSqlDriver<BindingConnection> {
  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), BindingConnection, ['kysely', 'pg'])
  }
}

class BindingConnection extends PostgreSqlConnection {
  override async execute<T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[] = EntityData<AnyEntity>[]>(
    ...asked: Parameters<PostgreSqlConnection['execute']>
  ): Promise<T> {
    const [query, params = [], method = 'all', ctx, context] = asked
    const bound = bindable(query, params, isBound)
    if (!bound) return await super.execute<T>(...asked)
    const { text, values } = bound
    let at = 0
    const placed = text.replaceAll('?', () => `$${(at += 1)}`)
    await this.ensureConnection()
    const run = async () => await (ctx ?? this.getClient()).executeQuery(CompiledQuery.raw(placed, values.map(sent)))
    return this.transformRawResult<T>(await this.executeQuery(text, run, { query: text, params: values, ...context }), method)
  }
}

const isBound = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value instanceof Date

// The driver would write it in the zone of the server, whose old offsets have seconds.
const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
