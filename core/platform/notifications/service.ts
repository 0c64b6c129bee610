import { foldOwner, ME } from '../../kernel/values/owner.ts'
import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { User } from '../access/entity.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { listPage } from '../../kernel/storage/records/listing.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Notification } from './entity.ts'
import { type NotificationList, notificationFilters, type NotificationPage, type NotificationSend, presentNotification } from './schema.ts'

type Shown = Static<typeof NotificationPage>['notifications'][number]
/** A record of any type, by whom it is owned. */
interface Owned {
  readonly owner_email?: unknown
  readonly assigned_to?: unknown
}

/** The notifications of the acting user, and those that the user sends. */
export class Notifications {
  static readonly uses = { records: Records, actor: CurrentActor, registry: Registry, ids: Ids }
  readonly #uses: Resolved<typeof Notifications.uses>

  constructor(uses: Resolved<typeof Notifications.uses>) {
    this.#uses = uses
  }

  /** A page of the caller's notifications, newest first, with the number of unread ones. */
  async list(query: Static<typeof NotificationList>): Promise<Static<typeof NotificationPage>> {
    const where = sql<SqlBool>`recipient = ${this.#uses.actor.user}`
    const { items, next_cursor } = await listPage(this.#uses.records, Notification, query, {
      filters: notificationFilters,
      sorts: ['created_at'],
      where,
    })
    return { notifications: items.map((each) => this.#show(each)), unread_count: await this.#unread(), next_cursor }
  }

  /** Notifies a teammate, or the owner of the record that it is about; throws `invalid_input` for an unknown recipient or record. */
  async send(input: Static<typeof NotificationSend>): Promise<Shown> {
    const { title, body = null, entity_type = null, entity_id = null } = input
    if ((entity_type === null) !== (entity_id === null)) {
      const missing = entity_type === null ? 'entity_type' : 'entity_id'
      throw invalid(`/${missing}`, 'required', 'Give entity_type and entity_id together')
    }
    const about = entity_type !== null && entity_id !== null ? await this.#recordOf(entity_type, entity_id) : undefined
    const notification: Notification = {
      id: this.#uses.ids.next(),
      user_from: this.#uses.actor.organization,
      recipient: await this.#recipient(input.recipient, about),
      type: 'message',
      title,
      body,
      entity_type,
      entity_id,
      read_at: null,
      created_by: this.#uses.actor.user,
      created_at: this.#uses.records.unit.now,
    }
    await this.#uses.records.insert(Notification, [notification])
    return this.#show(notification)
  }

  /** Marks one of the caller's notifications; throws `not_found`. */
  async mark(id: string, read: boolean): Promise<Shown> {
    const [found] = await this.#uses.records.findBy(Notification, 'id', [id])
    if (found?.recipient !== this.#uses.actor.user) throw new CrmError('not_found', `No notification has the id ${id}`)
    // The time of the first reading stays.
    const read_at = read ? (found.read_at ?? this.#uses.records.unit.now) : null
    await this.#uses.records.update(Notification, [{ before: found, changes: { read_at } }])
    return this.#show({ ...found, read_at })
  }

  /** Marks all notifications of the caller as read; returns how many were unread. */
  async markAll(): Promise<number> {
    const { db, unit } = this.#uses.records
    // Written directly: a notification has no events and no history, and one statement is enough for all of them.
    const done = await db
      .updateTable(Notification.table)
      .set(this.#uses.records.codec(Notification).toRow({ read_at: unit.now }))
      .where('recipient', '=', this.#uses.actor.user)
      .where('read_at', 'is', null)
      .executeTakeFirst()
    return Number(done.numUpdatedRows)
  }

  #show(notification: Notification): Shown {
    return presentNotification(notification, this.#uses.records.unit.now)
  }

  async #unread(): Promise<number> {
    const row = await this.#uses.records.db
      .selectFrom(Notification.table)
      .select(sql<number>`count(*)`.as('unread'))
      .where('recipient', '=', this.#uses.actor.user)
      .where('read_at', 'is', null)
      .executeTakeFirst()
    return Number(row?.unread ?? 0)
  }

  async #recordOf(type: string, id: string): Promise<Owned> {
    const kinds = this.#uses.registry.watches.map(({ entityType }) => entityType)
    const watch = this.#uses.registry.watches.find(({ entityType }) => entityType === type)
    if (!watch) throw invalid('/entity_type', 'not_allowed', `Unknown record type "${type}"`, kinds)
    const [record] = await this.#uses.records.findBy(watch.entity, 'id', [id])
    if (!record) throw invalid('/entity_id', 'not_found', `No ${type} has the id ${id}`)
    return record
  }

  async #recipient(given: string | undefined, about: Owned | undefined): Promise<string> {
    const owner = [about?.owner_email, about?.assigned_to].find((each) => typeof each === 'string')
    const recipient = given ?? owner
    if (!recipient) {
      const message = about ? 'The record has no owner; give a recipient' : 'Give a recipient, or the record whose owner is notified'
      throw invalid('/recipient', 'required', message)
    }
    const folded = foldOwner(recipient)
    if (recipient === this.#uses.actor.user || folded === ME) return this.#uses.actor.user
    for (const each of [recipient, folded]) if (await this.#isTeammate(each)) return each
    throw invalid('/recipient', 'unknown_user', `${recipient} is not an active teammate`)
  }

  // An app with its own sign-in stores no users here, so every address is accepted.
  async #isTeammate(email: string): Promise<boolean> {
    const [user] = await this.#uses.records.findBy(User, 'email', [email])
    if (user) return user.active
    return !(await this.#uses.records.db.selectFrom(User.table).select('id').limit(1).executeTakeFirst())
  }
}
