import type { Kysely } from 'kysely'
import type { DispatchedEvent, EventConsumer } from '../../kernel/feature/event-consumer.ts'
import type { NoticeType } from '../../kernel/feature/notice-type.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { anyOf } from '../../kernel/storage/records/any-of.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { membersOf } from '../../kernel/values/is-object.ts'
import { ApiKey, User } from '../access/entity.ts'
import { Notices, type PersonalNotice } from './notices.ts'

type Event = DispatchedEvent

/** Tells teammates of events, in the transaction that marks the events as processed: each once, and nobody of what they did themselves. */
export class NoticeConsumer implements EventConsumer {
  static readonly uses = { database: Database, registry: Registry, notices: Notices }
  readonly #uses: Resolved<typeof NoticeConsumer.uses>
  /** By event type, `*.created` for those of every record type. */
  readonly #types: ReadonlyMap<string, readonly NoticeType[]>

  constructor(uses: Resolved<typeof NoticeConsumer.uses>) {
    this.#uses = uses
    const pairs = uses.registry.all('notices').flatMap((each) => (each.on ?? []).map((type) => [type, each] as const))
    this.#types = new Map([...Map.groupBy(pairs, ([type]) => type)].map(([type, own]) => [type, own.map(([, each]) => each)]))
  }

  async consume(events: readonly Event[], tables: Kysely<Tables>, now: Date): Promise<void> {
    const told = events.flatMap((event) => this.#noticesOf(event).map((notice) => ({ event, notice })))
    if (told.length === 0) return
    const authors = await this.#authors(
      told.map(({ event }) => event),
      tables,
    )
    const others = told.filter(({ event, notice }) => authors.get(event) !== notice.recipient)
    await this.#uses.notices.tell(
      tables,
      others.map(({ notice }) => notice),
      now,
    )
  }

  #noticesOf({ type, payload, user_from, entity_type, entity_id }: Event): PersonalNotice[] {
    const types = [...(this.#types.get(type) ?? []), ...(this.#types.get(`*.${type.split('.')[1] ?? ''}`) ?? [])]
    if (types.length === 0) return []
    const event = { type, payload: membersOf(JSON.parse(payload)) }
    return types.flatMap((each) => {
      const told = each.tell?.(event)
      return told ? [{ organization: user_from, type: each.type, entity: { type: entity_type, id: entity_id }, ...told }] : []
    })
  }

  /** The e-mails of those who made these events by themselves or by a key of theirs; what workflows and the clock do, nobody has done. */
  async #authors(events: readonly Event[], tables: Kysely<Tables>): Promise<ReadonlyMap<Event, string>> {
    const { dialect } = this.#uses.database
    const keys = new Set(events.flatMap(({ actor }) => (actor.type === 'api_key' ? [actor.id] : [])))
    const rows =
      keys.size === 0
        ? []
        : await tables
            .selectFrom(ApiKey.table)
            .innerJoin(User.table, `${User.table}.id`, `${ApiKey.table}.user_id`)
            .select([`${ApiKey.table}.id as key`, `${User.table}.email as email`])
            .where(anyOf(`${ApiKey.table}.id`, 'uuid', [...keys], dialect))
            .execute()
    const users = new Map(rows.map(({ key, email }) => [String(key), String(email)]))
    return new Map(
      events.flatMap((event) => {
        const { type, id, label } = event.actor
        const author = type === 'user' ? label : type === 'api_key' ? users.get(id) : undefined
        return author === undefined ? [] : [[event, author] as const]
      }),
    )
  }
}
