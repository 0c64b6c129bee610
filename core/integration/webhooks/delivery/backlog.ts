import { sql, type Kysely } from 'kysely'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Codec } from '../../../kernel/storage/schema/codec.ts'
import { ofWorkingOrganization } from '../../../kernel/storage/records/working-organization.ts'
import { Database } from '../../../kernel/storage/units/database.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { inFlightLimit } from './deactivation.ts'
import { cancelDeliveries, holdDeliveries } from '../subscriptions/held-deliveries.ts'
import { Webhook, WebhookDelivery } from '../entity.ts'
import { inFlightPerEndpoint } from './limits.ts'

/** A webhook with pending deliveries. */
export interface WaitingWebhook {
  readonly id: string
  /** When its first delivery is due. */
  readonly dueAt: Date
  /** Further requests that may be in flight to it now. */
  readonly room: number
}

// `active`, `works` and `failure_count` are null if the webhook was deleted.
interface ScannedRow {
  readonly webhook_id: string
  readonly active: unknown
  /** Whether its organization is not suspended. */
  readonly works: unknown
  readonly failure_count: unknown
  readonly due_at: unknown
  readonly busy: unknown
}

/** Finds the webhooks with pending deliveries, at the same cost for one delivery or a million. */
export class Backlog {
  static readonly uses = { database: Database }
  readonly #database: Database
  readonly #codec: Codec<typeof WebhookDelivery.fields>
  /** Whether the last look left deliveries that must be held or canceled. */
  unfinished = false

  constructor({ database }: Resolved<typeof Backlog.uses>) {
    this.#database = database
    this.#codec = Codec.of(WebhookDelivery.fields, database.dialect)
  }

  /** The active webhooks by id, but for those of suspended organizations; deliveries of inactive ones are held, those of deleted ones canceled. */
  async waiting(): Promise<WaitingWebhook[]> {
    // Of a webhook that was deleted nobody knows the organization; its deliveries are canceled.
    const rows = (await this.#scan(this.#database.tables())).filter(({ works }) => works === null || Boolean(works))
    const idle = rows.filter(({ active }) => !active)
    this.unfinished = idle.length > 0 && !(await this.#holdOrCancel(idle.map(({ webhook_id }) => webhook_id)))
    return rows
      .filter(({ active }) => active)
      .map(({ webhook_id: id, due_at, failure_count, busy }) => ({
        id,
        // A pending delivery always has a due time.
        dueAt: this.#codec.pick({ due_at }, ['due_at']).due_at ?? new Date(0),
        room: inFlightLimit(Number(failure_count), inFlightPerEndpoint) - Number(busy),
      }))
  }

  // One recursive step for each webhook jumps over all its rows in the index.
  async #scan(tables: Kysely<Tables>): Promise<ScannedRow[]> {
    const [deliveries, webhooks] = [sql.table(WebhookDelivery.table), sql.table(Webhook.table)]
    const { rows } = await sql<ScannedRow>`
      with recursive waiting(webhook_id) as (
        select * from (select webhook_id from ${deliveries} where status = 'pending' order by webhook_id limit 1) as first
        union all
        select (
          select webhook_id from ${deliveries} where status = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1
        ) from waiting where waiting.webhook_id is not null
      )
      select waiting.webhook_id, webhook.active, webhook.failure_count, ${ofWorkingOrganization({ table: 'webhook' })} as works,
        (select due_at from ${deliveries} where status = 'pending' and webhook_id = waiting.webhook_id order by due_at limit 1) as due_at,
        (select count(*) from ${deliveries} where status = 'inflight' and webhook_id = waiting.webhook_id) as busy
      from waiting left join ${webhooks} as webhook on webhook.id = waiting.webhook_id
      where waiting.webhook_id is not null`.execute(tables)
    return rows
  }

  // Deliveries that were added while another transaction deactivated or deleted their webhook, and the rest of long backlogs.
  async #holdOrCancel(ids: readonly string[]): Promise<boolean> {
    return await this.#database.transaction(async (tables) => {
      const query = tables.selectFrom(Webhook.table).select(['id', 'active']).where('id', 'in', ids).orderBy('id')
      const found = await (this.#database.dialect === 'postgresql' ? query.forUpdate() : query).execute()
      const active = new Map(found.map(({ id, active }) => [String(id), Boolean(active)]))
      let isDone = true
      for (const id of ids.filter((each) => active.get(each) !== true))
        isDone = (await (active.has(id) ? holdDeliveries(tables, id) : cancelDeliveries(tables, id, 'pending'))) && isDone
      return isDone
    })
  }
}
