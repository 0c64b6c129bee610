import type { Kysely } from 'kysely'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Notification } from './entity.ts'
import { Recipients } from './recipients.ts'

/** A notification from the engine itself. */
export interface Notice {
  readonly organization: string
  /** That of a notice which a feature declares. */
  readonly type: string
  readonly title: string
  readonly body: string
  readonly entity: { readonly type: string; readonly id: string }
  /** E-mail of a user who gets it besides the administrators. */
  readonly concerns: string
}

/** A notification from the engine itself to one teammate. */
export interface PersonalNotice {
  readonly organization: string
  /** That of a notice which a feature declares. */
  readonly type: string
  readonly title: string
  readonly body?: string | null
  readonly entity: { readonly type: string; readonly id: string } | null
  /** E-mail of the teammate. */
  readonly recipient: string
}

// Notifications of one kind for one teammate that come one by one; if more come at once, one stands for all of them.
const ONE_BY_ONE = 3
// What such a one lists of them.
const LISTED = 10

/**
 * Writes notices, one row for each recipient, in the transaction of the change that they announce: so both commit or neither. Written
 * directly, because background work has no actor and no unit of work. Who has switched a kind off gets none of it.
 */
export class Notices {
  static readonly uses = { database: Database, ids: Ids, registry: Registry }
  readonly #ids: Ids
  readonly #registry: Registry
  readonly #recipients: Recipients
  readonly #codec: Codec<typeof Notification.fields>

  constructor({ database: { dialect }, ids, registry }: Resolved<typeof Notices.uses>) {
    this.#ids = ids
    this.#registry = registry
    this.#recipients = new Recipients(dialect)
    this.#codec = Codec.of(Notification.fields, dialect)
  }

  /** Sends them to active administrators and to `concerns`; in an organization without stored users only to the latter. */
  async write(tables: Kysely<Tables>, notices: readonly Notice[], now: Date): Promise<void> {
    if (notices.length === 0) return
    const administrators = await this.#recipients.administrators(tables, new Set(notices.map(({ organization }) => organization)))
    const personal = notices.flatMap(({ concerns, ...notice }) =>
      [...new Set([...(administrators.get(notice.organization) ?? []), concerns])].map((recipient) => ({ ...notice, recipient })),
    )
    await this.#insert(tables, await this.#recipients.willing(tables, personal), now)
  }

  /** Sends each to its recipient, if that is an active teammate; many of one kind at once become one. */
  async tell(tables: Kysely<Tables>, notices: readonly PersonalNotice[], now: Date): Promise<void> {
    const wanted = await this.#recipients.willing(tables, notices)
    const types = new Map(this.#registry.all('notices').map((each) => [each.type, each]))
    const grouped = [...Map.groupBy(wanted, ({ organization, recipient, type }) => `${organization} ${recipient} ${type}`).values()]
    const rows = grouped.flatMap((group) => {
      const [first] = group
      const many = first && types.get(first.type)?.many
      if (!first || many === undefined || group.length <= ONE_BY_ONE) return group
      const listed = group.slice(0, LISTED).map(({ title }) => title)
      return [{ ...first, title: many, body: [...listed, ...(group.length > LISTED ? ['…'] : [])].join('\n'), entity: null }]
    })
    const rare = rows.filter(({ type, entity }) => entity === null || types.get(type)?.hourly)
    const unread = await this.#recipients.toldLately(tables, rare, now)
    await this.#insert(
      tables,
      rows.filter((each) => !unread.has(each)),
      now,
    )
  }

  async #insert(tables: Kysely<Tables>, notices: readonly PersonalNotice[], now: Date): Promise<void> {
    if (notices.length === 0) return
    const rows = notices.map(({ organization, entity, type, title, body = null, recipient }) =>
      this.#codec.toRow({
        id: this.#ids.next(),
        user_from: organization,
        recipient,
        type,
        title: title.slice(0, 255),
        body,
        entity_type: entity?.type ?? null,
        entity_id: entity?.id ?? null,
        read_at: null,
        created_by: 'system',
        created_at: now,
      }),
    )
    await tables.insertInto(Notification.table).values(rows).execute()
  }
}
