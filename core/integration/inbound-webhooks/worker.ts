import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Actor, CallReference } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { InboundRequest, InboundWebhook } from './entity.ts'
import { PayloadReader } from './payload-reader.ts'
import { InboundWork } from './work.ts'

const AT_ONCE = 100

/** Who works a request: the teammate who made the webhook, by way of it. */
export function actorOfInbound({ id, name, user_from, created_by }: InboundWebhook, asked?: CallReference): Actor {
  const via = { type: 'sync', id, label: name } as const
  return { organization: user_from, user: created_by, scopes: new Set(), via, ...(asked && { asked }) }
}

/** Works received requests, those of one webhook in the order in which they came, one transaction each. */
export class InboundWorker implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units, logger: Logger, payloads: PayloadReader }
  readonly watches = [InboundRequest]
  readonly #uses: Resolved<typeof InboundWorker.uses>

  constructor(uses: Resolved<typeof InboundWorker.uses>) {
    this.#uses = uses
  }

  async run(now: Date): Promise<Date | null> {
    const rows = await this.#uses.database
      .tables()
      .selectFrom(InboundRequest.table)
      .select(['id', 'user_from', 'inbound_webhook_id'])
      .where('status', '=', 'received')
      .where(ofWorkingOrganization(InboundRequest))
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, user_from, inbound_webhook_id } of rows)
      await this.work({ id: String(id), organization: String(user_from), webhook: String(inbound_webhook_id) }, true)
    return rows.length === AT_ONCE ? now : null
  }

  /**
   * Works one request and answers it as it is then: processed, or failed with the reason. With `inOrder` a request that has an earlier one
   * before it, or that somebody else works, is left alone.
   */
  async work(
    { id, organization, webhook }: { readonly id: string; readonly organization: string; readonly webhook: string },
    inOrder: boolean,
    asked?: CallReference,
  ): Promise<void> {
    const reader: Actor = { organization, user: 'system', scopes: new Set() }
    const found = await this.#uses.units.read(reader, async (resolve) => {
      const records = resolve(Records)
      const [hook] = await records.findBy(InboundWebhook, 'id', [webhook])
      const [request] = await records.findBy(InboundRequest, 'id', [id])
      return hook && request ? { hook, request } : undefined
    })
    if (!found) return await this.#failed(reader, id, 'The inbound webhook was deleted')
    const actor = actorOfInbound(found.hook, asked)
    try {
      const payload = await this.#uses.payloads.read(Buffer.from(found.request.body, 'base64'), found.request.media)
      await this.#uses.units.write(actor, async (resolve) => {
        const records = resolve(Records)
        // Whoever works a request of a webhook holds the webhook, so that no two do.
        const [hook] = await records.findBy(InboundWebhook, 'id', [webhook], { lock: true })
        const [request] = await records.findBy(InboundRequest, 'id', [id], { lock: true })
        if (!hook || !request || (inOrder && request.status !== 'received')) return
        if (inOrder && (await hasEarlier(records, request))) return
        await resolve(InboundWork).process(hook, request, payload)
      })
    } catch (error) {
      if (!(error instanceof CrmError)) this.#uses.logger.error('A request of an inbound webhook could not be worked', { id, error })
      await this.#failed(actor, id, error instanceof CrmError ? error.message : 'Internal error')
    }
  }

  async #failed(actor: Actor, id: string, reason: string): Promise<void> {
    await this.#uses.units.write(actor, async (resolve) => {
      const records = resolve(Records)
      const [request] = await records.findBy(InboundRequest, 'id', [id], { lock: true })
      const changes = { status: 'failed' as const, reason: reason.slice(0, 1000), processed_at: records.unit.now }
      if (request) await records.update(InboundRequest, [{ before: request, changes }])
    })
  }
}

async function hasEarlier(records: Records, { id, inbound_webhook_id }: InboundRequest): Promise<boolean> {
  const [earlier] = await records.columns(InboundRequest, ['id'], (query) =>
    query.where('inbound_webhook_id', '=', inbound_webhook_id).where('status', '=', 'received').where('id', '<', id).limit(1),
  )
  return earlier !== undefined
}
