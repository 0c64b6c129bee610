import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { User } from '../access/entity.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import type { CommonRecord } from '../../kernel/storage/entity.ts'
import { listPage } from '../../kernel/storage/listing.ts'
import { Records } from '../../kernel/storage/records.ts'
import { Notification } from './entity.ts'
import { type NotificationList, notificationFilters, type NotificationPage, type NotificationSend, presentNotification } from './schema.ts'

type Shown = Static<typeof NotificationPage>['notifications'][number]
type Owned = CommonRecord & { readonly owner_email?: string | null; readonly assigned_to?: string | null }

/** The notifications of the acting user, and those sent by them. */
export class Notifications {
  static readonly inject = [Records, CurrentActor, Registry, Ids] as const
  readonly #records: Records
  readonly #actor: CurrentActor
  readonly #registry: Registry
  readonly #ids: Ids

  constructor(records: Records, actor: CurrentActor, registry: Registry, ids: Ids) {
    this.#records = records
    this.#actor = actor
    this.#registry = registry
    this.#ids = ids
  }

  /** A page of those of the caller, the newest first, and how many are unread. */
  async list(query: Static<typeof NotificationList>): Promise<Static<typeof NotificationPage>> {
    const where = sql<SqlBool>`recipient = ${this.#actor.user}`
    const { items, next_cursor } = await listPage(this.#records, Notification, query, {
      filters: notificationFilters,
      sorts: ['created_at'],
      where,
    })
    return { notifications: items.map((each) => this.#show(each)), unread_count: await this.#unread(), next_cursor }
  }

  /** To a teammate, or to the owner of the record that it is about. */
  async send(input: Static<typeof NotificationSend>): Promise<Shown> {
    const { title, body = null, entity_type = null, entity_id = null } = input
    if ((entity_type === null) !== (entity_id === null)) {
      const missing = entity_type === null ? 'entity_type' : 'entity_id'
      throw invalid(`/${missing}`, 'required', 'Name the record by entity_type and entity_id together')
    }
    const about = entity_type !== null && entity_id !== null ? await this.#recordOf(entity_type, entity_id) : undefined
    const notification: Notification = {
      id: this.#ids.next(),
      user_from: this.#actor.organization,
      recipient: await this.#recipient(input.recipient, about),
      type: 'message',
      title,
      body,
      entity_type,
      entity_id,
      read_at: null,
      created_by: this.#actor.user,
      created_at: this.#records.unit.now,
    }
    await this.#records.insert(Notification, [notification])
    return this.#show(notification)
  }

  /** One's own; anybody else's is not found. */
  async mark(id: string, read: boolean): Promise<Shown> {
    const [found] = await this.#records.findBy(Notification, 'id', [id])
    if (found?.recipient !== this.#actor.user) throw new CrmError('not_found', `No notification with the id ${id}`)
    // The time at which it was first read stays.
    const read_at = read ? (found.read_at ?? this.#records.unit.now) : null
    await this.#records.update(Notification, [{ before: found, changes: { read_at } }])
    return this.#show({ ...found, read_at })
  }

  /** Marks all of the caller as read; answers how many were not. */
  async markAll(): Promise<number> {
    const { db, unit } = this.#records
    const done = await db
      .updateTable(Notification.table)
      .set(this.#records.codec(Notification).toRow({ read_at: unit.now }))
      .where('recipient', '=', this.#actor.user)
      .where('read_at', 'is', null)
      .executeTakeFirst()
    return Number(done.numUpdatedRows)
  }

  #show(notification: Notification): Shown {
    return presentNotification(notification, this.#records.unit.now) as Shown
  }

  async #unread(): Promise<number> {
    const row = await this.#records.db
      .selectFrom(Notification.table)
      .select(sql<number>`count(*)`.as('unread'))
      .where('recipient', '=', this.#actor.user)
      .where('read_at', 'is', null)
      .executeTakeFirst()
    return Number(row?.unread ?? 0)
  }

  async #recordOf(type: string, id: string): Promise<Owned> {
    const kinds = this.#registry.watches.map(({ entityType }) => entityType)
    const watch = this.#registry.watches.find(({ entityType }) => entityType === type)
    if (!watch) throw invalid('/entity_type', 'not_allowed', `${type} is not a kind of record`, kinds)
    const [record] = await this.#records.findBy(watch.entity, 'id', [id])
    if (!record) throw invalid('/entity_id', 'not_found', `No ${type} with the id ${id}`)
    return record as unknown as Owned
  }

  async #recipient(given: string | undefined, about: Owned | undefined): Promise<string> {
    const owner = about?.owner_email ?? about?.assigned_to
    const recipient = given ?? owner
    if (!recipient) {
      const message = about ? 'The record has no owner: name the recipient' : 'Name the recipient, or the record whose owner it is for'
      throw invalid('/recipient', 'required', message)
    }
    if (recipient !== this.#actor.user && !(await this.#isTeammate(recipient)))
      throw invalid('/recipient', 'unknown_user', `${recipient} is not an active teammate`)
    return recipient
  }

  // An app that brings its own sign-in keeps no users here, so that anybody may be one of them.
  async #isTeammate(email: string): Promise<boolean> {
    const [user] = await this.#records.findBy(User, 'email', [email])
    if (user) return user.active
    return !(await this.#records.db.selectFrom(User.table).select('id').limit(1).executeTakeFirst())
  }
}
