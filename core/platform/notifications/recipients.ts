import { type Kysely, sql, type SqlBool } from 'kysely'
import { anyOf } from '../../kernel/storage/records/any-of.ts'
import { Codec, type DialectName } from '../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { User } from '../access/entity.ts'
import { Notification, NotificationSetting } from './entity.ts'

const HOUR_MS = 3_600_000

/** To whom, in which organization, of which kind and about what. */
interface Addressed {
  readonly organization: string
  readonly recipient: string
  readonly type: string
  readonly entity?: { readonly type: string; readonly id: string } | null
}

/** Who gets notices: look-ups across organizations that do not grow with the number of notices. */
export class Recipients {
  readonly #dialect: DialectName
  readonly #users: Codec<typeof User.fields>
  readonly #settings: Codec<typeof NotificationSetting.fields>
  readonly #notifications: Codec<typeof Notification.fields>

  constructor(dialect: DialectName) {
    this.#dialect = dialect
    this.#users = Codec.of(User.fields, dialect)
    this.#settings = Codec.of(NotificationSetting.fields, dialect)
    this.#notifications = Codec.of(Notification.fields, dialect)
  }

  /** The e-mails of the active administrators of each organization. */
  async administrators(tables: Kysely<Tables>, organizations: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await tables
      .selectFrom(User.table)
      .select(['user_from', 'email'])
      .where(anyOf('user_from', 'text', [...organizations], this.#dialect))
      .where('role', '=', 'admin')
      .where('active', '=', this.#users.toColumn('active', true))
      .execute()
    const admins = Map.groupBy(rows, ({ user_from }) => String(user_from))
    return new Map([...admins].map(([organization, own]) => [organization, own.map(({ email }) => String(email))]))
  }

  /** Those notices whose recipients are active teammates, or anybody where no users are stored, and have not switched their kind off. */
  async willing<T extends Addressed>(tables: Kysely<Tables>, notices: readonly T[]): Promise<T[]> {
    if (notices.length === 0) return []
    const organizations = [...new Set(notices.map(({ organization }) => organization))]
    const recipients = [...new Set(notices.map(({ recipient }) => recipient))]
    const own = anyOf('user_from', 'text', organizations, this.#dialect)
    const users = (
      await tables
        .selectFrom(User.table)
        .select(['user_from', 'email', 'active'])
        .where(own)
        .where(anyOf('email', 'text', recipients, this.#dialect))
        .execute()
    ).map((row) => this.#users.fromRow(row))
    const settings = (
      await tables
        .selectFrom(NotificationSetting.table)
        .select(['user_from', 'recipient', 'type', 'enabled'])
        .where(own)
        .where(anyOf('recipient', 'text', recipients, this.#dialect))
        .execute()
    ).map((row) => this.#settings.fromRow(row))
    const isActive = new Map(users.map(({ user_from, email, active }) => [`${user_from} ${email}`, active]))
    const off = new Set(settings.flatMap((each) => (each.enabled ? [] : [`${each.user_from} ${each.recipient} ${each.type}`])))
    const unknown = notices.filter(({ organization, recipient }) => !isActive.has(`${organization} ${recipient}`))
    const managed = await this.#withUsers(tables, new Set(unknown.map(({ organization }) => organization)))
    return notices.filter(
      ({ organization, recipient, type }) =>
        !off.has(`${organization} ${recipient} ${type}`) && (isActive.get(`${organization} ${recipient}`) ?? !managed.has(organization)),
    )
  }

  /** Those of whose kind, and about the same, the recipient has an unread one of the last hour. */
  async toldLately<T extends Addressed>(tables: Kysely<Tables>, notices: readonly T[], now: Date): Promise<ReadonlySet<T>> {
    if (notices.length === 0) return new Set()
    const of = <F extends keyof Addressed>(name: F) => [...new Set(notices.map((each) => each[name]))]
    const since = this.#notifications.toColumn('created_at', new Date(now.getTime() - HOUR_MS))
    const rows = await tables
      .selectFrom(Notification.table)
      .select(['user_from', 'recipient', 'type', 'entity_id'])
      .where(anyOf('user_from', 'text', of('organization'), this.#dialect))
      .where(anyOf('recipient', 'text', of('recipient'), this.#dialect))
      .where(anyOf('type', 'text', of('type'), this.#dialect))
      .where('read_at', 'is', null)
      .where(sql<SqlBool>`created_at > ${since}`)
      .execute()
    const told = new Set(
      rows.map((row) => this.#notifications.fromRow(row)).map((each) => keyOf(each.user_from, each.recipient, each.type, each.entity_id)),
    )
    return new Set(
      notices.filter(({ organization, recipient, type, entity }) => told.has(keyOf(organization, recipient, type, entity?.id ?? null))),
    )
  }

  // Where an app has a sign-in of its own, no users are stored and every address may be a teammate.
  async #withUsers(tables: Kysely<Tables>, organizations: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (organizations.size === 0) return new Set()
    const rows = await tables
      .selectFrom(User.table)
      .select('user_from')
      .distinct()
      .where(anyOf('user_from', 'text', [...organizations], this.#dialect))
      .execute()
    return new Set(rows.map(({ user_from }) => String(user_from)))
  }
}

function keyOf(organization: string, recipient: string, type: string, about: string | null): string {
  return [organization, recipient, type, about ?? ''].join(' ')
}
