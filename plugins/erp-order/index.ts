import { Type } from '@sinclair/typebox'
import { createHmac } from 'node:crypto'
import {
  CrmError,
  DealLineService,
  DealService,
  defineAction,
  Http,
  type HttpOutcome,
  plugin,
  Reply,
  type StepCall,
  TemporaryFailure,
} from 'rapport-crm'
import { type Order, orderOf } from './order.ts'

/** Where orders go, and how the ERP knows the sender. */
export interface ErpOrderOptions {
  /** Address of the ERP that takes a new order by POST; https. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string
  /** Signs each body: `x-signature: t=<seconds>,v1=<hex of HMAC-SHA256 of "t.body">`. */
  readonly secret?: string
  /** Custom property of the deal that holds the id of its order (default `erp_order_id`). */
  readonly property?: string
}

const MAX_ANSWER = 65_536
const MAX_ID = 200
const config = Type.Object(
  {
    reference: Type.Optional(
      Type.String({ maxLength: 255, merge_tags: true, description: 'Your reference on the order; merge tags are filled in' }),
    ),
  },
  { additionalProperties: false },
)

/** Adds the step `erp.push_order`: it makes an order of the lines of a won deal in an ERP, and writes its id back to the deal. */
export function erpOrder(options: ErpOrderOptions) {
  const property = options.property ?? 'erp_order_id'
  const pushOrder = defineAction({
    type: 'erp.push_order',
    label: 'Create order in the ERP',
    summary: 'Make an order of the lines of a won deal in the ERP, once, and write its id back to the deal',
    config,
    effect: 'external',
    needs: ['deal'],
    uses: { http: Http, lines: DealLineService, deals: DealService },
    prepare: async (call, { lines }) => {
      const order = await orderOf(call, lines)
      return idIn(call, property) === undefined ? order : { skipped: 'no_change' }
    },
    run: async ({ prepared, key, now, signal }, { http }) => {
      // `orderOf` has made it.
      const { deal_id, order } = prepared as { readonly deal_id: string; readonly order: Order }
      const body = JSON.stringify(order)
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...proofOf(options, body, now) }
      const answer = await http.send({ url: options.url, method: 'POST', headers, body, bodyLimit: MAX_ANSWER, signal })
      return { done: { deal_id, order_id: orderIdOf(answer), lines: order.lines.length } }
    },
    keep: async ({ done: { deal_id, order_id } }, { deals }) => {
      await deals.update(String(deal_id), { custom: { [property]: String(order_id) } }, new Reply())
    },
    dryRun: ({ subjects: { deal } }) => ({ would: `create an order for the deal ${String(deal?.['name'] ?? '')}` }),
  })
  return plugin({
    name: 'erp-order',
    version: '1.0.0',
    requires: { workflows: '^1.0.0', deals: '^1.0.0', 'deal-lines': '^1.0.0' },
    actions: [pushOrder],
  })
}

// The order that the deal has already.
function idIn({ subjects: { deal } }: StepCall<object>, property: string): unknown {
  const custom = deal?.['custom']
  return typeof custom === 'object' && custom !== null ? (Reflect.get(custom, property) ?? undefined) : undefined
}

function proofOf({ token, secret }: ErpOrderOptions, body: string, now: Date): Readonly<Record<string, string>> {
  const at = Math.floor(now.getTime() / 1000)
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(secret !== undefined && { 'x-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}` }),
  }
}

// An ERP that has the order already may say so by 409, with its id.
function orderIdOf({ status, terminal, response, body }: HttpOutcome): string {
  if ((status >= 200 && status < 300) || status === 409) {
    const id = idFrom(body)
    if (id !== undefined) return id
    throw new CrmError('conflict', `The ERP answered ${status} without the id of an order`)
  }
  if (status >= 500 || status === 408 || status === 429 || (status === 0 && !terminal))
    throw new TemporaryFailure(status === 0 ? `The call failed: ${response}` : `The ERP answered ${status}`)
  throw new CrmError('conflict', `The ERP refused the order: ${status === 0 ? response : `${status} ${response}`}`)
}

function idFrom(body: string | undefined): string | undefined {
  let said: unknown
  try {
    said = JSON.parse(body ?? '')
  } catch {
    return undefined
  }
  if (typeof said !== 'object' || said === null) return undefined
  const id: unknown = Reflect.get(said, 'id') ?? Reflect.get(said, 'order_id')
  return (typeof id === 'string' || typeof id === 'number') && `${id}`.length <= MAX_ID && `${id}` !== '' ? `${id}` : undefined
}
