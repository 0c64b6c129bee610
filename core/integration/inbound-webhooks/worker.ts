import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Actor, CallReference } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { type DueRequest, DueRequests } from './due-requests.ts'
import { InboundRequest, InboundWebhook } from './entity.ts'
import { PayloadReader } from './payload-reader.ts'
import { InboundWork } from './work.ts'

// Each may have 1 MB.
const READ_AT_ONCE = 10

/** Who works a request: the teammate who made the webhook, by way of it. */
export function actorOfInbound({ id, name, user_from, created_by }: InboundWebhook, asked?: CallReference): Actor {
  const via = { type: 'sync', id, label: name } as const
  return { organization: user_from, user: created_by, scopes: new Set(), via, ...(asked && { asked }) }
}

interface Found {
  readonly hook: InboundWebhook
  readonly request: InboundRequest
}

interface Manner {
  readonly inOrder: boolean
  readonly asked?: CallReference | undefined
}

/** Works received requests, those of one webhook in the order in which they came, one transaction each. */
export class InboundWorker implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units, logger: Logger, payloads: PayloadReader }
  readonly watches = [InboundRequest]
  readonly #uses: Resolved<typeof InboundWorker.uses>
  readonly #due: DueRequests

  constructor(uses: Resolved<typeof InboundWorker.uses>) {
    this.#uses = uses
    this.#due = new DueRequests(uses.database)
  }

  async run(now: Date): Promise<Date | null> {
    const { due, more } = await this.#due.next()
    for (let at = 0; at < due.length; at += READ_AT_ONCE) {
      const some = due.slice(at, at + READ_AT_ONCE)
      const found = new Map<string, Found>()
      for (const [organization, own] of Map.groupBy(some, (each) => each.organization))
        for (const each of await this.#find(organization, own)) found.set(each.request.id, each)
      for (const each of some) await this.#work(each, found.get(each.id), { inOrder: true })
    }
    return more ? now : null
  }

  /** Works one request, in whatever state and order, so that it is processed or failed with the reason. */
  async work(wanted: DueRequest, asked?: CallReference): Promise<void> {
    const [found] = await this.#find(wanted.organization, [wanted])
    await this.#work(wanted, found, { inOrder: false, asked })
  }

  async #find(organization: string, wanted: readonly DueRequest[]): Promise<readonly Found[]> {
    return await this.#uses.units.read(systemOf(organization), async (resolve) => {
      const records = resolve(Records)
      const hooks = await records.findBy(InboundWebhook, 'id', [...new Set(wanted.map(({ webhook }) => webhook))])
      const byId = new Map(hooks.map((hook) => [hook.id, hook]))
      const ids = wanted.map(({ id }) => id)
      return (await records.findBy(InboundRequest, 'id', ids)).flatMap((request) => {
        const hook = byId.get(request.inbound_webhook_id)
        return hook ? [{ hook, request }] : []
      })
    })
  }

  // With `inOrder` a request that has an earlier one before it, or that somebody else works, is left alone.
  async #work({ id, organization, webhook }: DueRequest, found: Found | undefined, { inOrder, asked }: Manner): Promise<void> {
    if (!found) return await this.#failed(systemOf(organization), id, 'The inbound webhook was deleted')
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

const systemOf = (organization: string): Actor => ({ organization, user: 'system', scopes: new Set() })
