import { sql, type SqlBool } from 'kysely'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import type { Database } from '../../kernel/storage/units/database.ts'
import { InboundRequest, InboundWebhook } from './entity.ts'

const AT_ONCE = 100
// Of organizations whose requests are not among the oldest: webhooks, and requests of each; and so many of the oldest beside them.
const WEBHOOKS = 20
const OF_EACH = 5
const BESIDE = 20

// Before all webhooks of all organizations.
const FIRST = { organization: '', webhook: '00000000-0000-0000-0000-000000000000' }

/** A received request that waits to be worked. */
export interface DueRequest {
  readonly id: string
  readonly organization: string
  readonly webhook: string
}

/** Received requests in the order in which they are worked: the oldest first, but no organization waits until the backlog of others is done. */
export class DueRequests {
  readonly #database: Database
  // The webhook that was served last of those behind the oldest, so that all of them have their turn.
  #last = FIRST

  constructor(database: Database) {
    this.#database = database
  }

  /** Those to work next, and whether there are more. */
  async next(): Promise<{ readonly due: readonly DueRequest[]; readonly more: boolean }> {
    const oldest = (await this.#received().orderBy('id').limit(AT_ONCE).execute()).map(dueOf)
    if (oldest.length < AT_ONCE) return { due: oldest, more: false }
    const behind = await this.#behind(new Set(oldest.map(({ organization }) => organization)))
    return { due: behind.length === 0 ? oldest : [...behind, ...oldest.slice(0, BESIDE)], more: true }
  }

  async #behind(served: ReadonlySet<string>): Promise<readonly DueRequest[]> {
    const waiting = this.#received()
      .whereRef(`${InboundRequest.table}.user_from`, '=', `${InboundWebhook.table}.user_from`)
      .whereRef('inbound_webhook_id', '=', `${InboundWebhook.table}.id`)
    const webhooks = this.#database
      .tables()
      .selectFrom(InboundWebhook.table)
      .select(['id', 'user_from'])
      .where('user_from', 'not in', [...served])
      .where(sql<SqlBool>`exists ${waiting}`)
      .orderBy('user_from')
      .orderBy('id')
      .limit(WEBHOOKS)
    const after = ({ organization, webhook }: typeof FIRST) =>
      webhooks.where(sql<SqlBool>`(user_from, id) > (${organization}, ${webhook})`).execute()
    const next = await after(this.#last)
    const found = next.length > 0 || this.#last === FIRST ? next : await after(FIRST)
    const last = found.at(-1)
    this.#last = last ? { organization: String(last['user_from']), webhook: String(last['id']) } : FIRST
    const due: DueRequest[] = []
    for (const { id, user_from } of found) {
      const own = this.#received().where('user_from', '=', user_from).where('inbound_webhook_id', '=', id)
      due.push(...(await own.orderBy('created_at').orderBy('id').limit(OF_EACH).execute()).map(dueOf))
    }
    return due.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  #received() {
    return this.#database
      .tables()
      .selectFrom(InboundRequest.table)
      .select(['id', 'user_from', 'inbound_webhook_id'])
      .where('status', '=', 'received')
      .where(ofWorkingOrganization(InboundRequest))
  }
}

const dueOf = ({ id, user_from, inbound_webhook_id }: Readonly<Record<string, unknown>>): DueRequest => ({
  id: String(id),
  organization: String(user_from),
  webhook: String(inbound_webhook_id),
})
