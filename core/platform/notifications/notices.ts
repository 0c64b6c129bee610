import type { Kysely } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { User } from '../access/entity.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Notification } from './entity.ts'

/** A notification from the engine itself. */
export interface Notice {
  readonly organization: string
  readonly type: string
  readonly title: string
  readonly body: string
  readonly entity: { readonly type: string; readonly id: string }
  /** E-mail of a user who gets it besides the administrators. */
  readonly concerns: string
}

/**
 * Writes notices, one row for each recipient, in the transaction of the change that they announce: so both commit or neither. Written
 * directly, because background work has no actor and no unit of work.
 */
export class Notices {
  static readonly uses = { database: Database, ids: Ids }
  readonly #ids: Ids
  readonly #users: Codec<typeof User.fields>
  readonly #notifications: Codec<typeof Notification.fields>

  constructor({ database: { dialect }, ids }: Resolved<typeof Notices.uses>) {
    this.#ids = ids
    this.#users = Codec.of(User.fields, dialect)
    this.#notifications = Codec.of(Notification.fields, dialect)
  }

  /** Sends them to active administrators and to `concerns`; in an organization without stored users only to the latter. */
  async write(tables: Kysely<Tables>, notices: readonly Notice[], now: Date): Promise<void> {
    if (notices.length === 0) return
    const users = await this.#usersOf(tables, new Set(notices.map(({ organization }) => organization)))
    const rows = notices.flatMap(({ organization, concerns, entity, ...content }) =>
      recipientsOf(users.get(organization) ?? [], concerns).map((recipient) =>
        this.#notifications.toRow({
          ...content,
          id: this.#ids.next(),
          user_from: organization,
          recipient,
          entity_type: entity.type,
          entity_id: entity.id,
          read_at: null,
          created_by: 'system',
          created_at: now,
        }),
      ),
    )
    if (rows.length > 0) await tables.insertInto(Notification.table).values(rows).execute()
  }

  async #usersOf(tables: Kysely<Tables>, organizations: ReadonlySet<string>): Promise<Map<string, User[]>> {
    const rows = await tables
      .selectFrom(User.table)
      .selectAll()
      .where('user_from', 'in', [...organizations])
      .where('active', '=', this.#users.toColumn('active', true))
      .execute()
    return Map.groupBy(
      rows.map((row) => this.#users.fromRow(row)),
      ({ user_from }) => user_from,
    )
  }
}

function recipientsOf(users: readonly User[], concerns: string): string[] {
  if (users.length === 0) return [concerns]
  return users.filter(({ role, email }) => role === 'admin' || email === concerns).map(({ email }) => email)
}
