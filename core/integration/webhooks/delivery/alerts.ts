import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Bus } from '../../../kernel/events/bus.ts'
import { Logger } from '../../../kernel/ports/logger.ts'
import type { Notice } from '../../../platform/notifications/notices.ts'
import { deactivateAt, type FailureWarning, firstWarningAt, warningAt } from './deactivation.ts'
import type { Webhook } from '../entity.ts'

interface AlertFields {
  readonly organization: string
  readonly webhook_id: string
  readonly url: string
  /** Consecutive failures so far. */
  readonly failure_count: number
}

/** News about one endpoint for an operator; each warning comes once on the way up to the failures that deactivate the webhook. */
export type Alert =
  | (AlertFields & { readonly type: 'webhook.failing'; readonly percent: Exclude<FailureWarning, 100> })
  | (AlertFields & { readonly type: 'webhook.deactivated'; readonly percent: 100 })
  | (AlertFields & { readonly type: 'webhook.recovered' })

type Endpoint = Pick<Webhook, 'id' | 'user_from' | 'url'>

/** The alert that follows from a change of the failure counter, if any. */
export function alertOf({ id, user_from, url }: Endpoint, before: number, after: number): Alert | undefined {
  const fields: AlertFields = { organization: user_from, webhook_id: id, url, failure_count: after }
  if (after > before) {
    const percent = warningAt(after)
    if (percent === undefined) return undefined
    return percent === 100 ? { type: 'webhook.deactivated', ...fields, percent } : { type: 'webhook.failing', ...fields, percent }
  }
  // Below the first warning nobody was alerted, so a recovery is no news.
  return before >= firstWarningAt && after === 0 ? { type: 'webhook.recovered', ...fields } : undefined
}

/** The alert as a notification; it names only the host, because paths may carry tokens. */
export function noticeOf(alert: Alert, { created_by }: Pick<Webhook, 'created_by'>): Notice {
  const { type, organization, webhook_id, url, failure_count } = alert
  const host = new URL(url).host
  const texts: Readonly<Record<Alert['type'], readonly [title: string, body: string]>> = {
    'webhook.failing': [
      `Deliveries to ${host} fail`,
      `The last ${failure_count} deliveries failed. After ${deactivateAt} in a row the webhook is deactivated.`,
    ],
    'webhook.deactivated': [
      `The webhook to ${host} was deactivated`,
      `${deactivateAt} deliveries in a row failed. Fix the endpoint and activate the webhook: held deliveries are sent then, and later events can be replayed.`,
    ],
    'webhook.recovered': [`Deliveries to ${host} succeed again`, 'The endpoint has answered a delivery again.'],
  }
  const [title, body] = texts[type]
  return { organization, type, title, body, entity: { type: 'webhook', id: webhook_id }, concerns: created_by }
}

/** Sends alerts to the log and to listeners in this process. */
export class Alerts {
  static readonly uses = { bus: Bus, logger: Logger }
  readonly #uses: Resolved<typeof Alerts.uses>

  constructor(uses: Resolved<typeof Alerts.uses>) {
    this.#uses = uses
  }

  /** To be called after the commit of the change that the alerts announce. */
  send(alerts: readonly Alert[]): void {
    for (const alert of alerts) {
      // A URL may carry a token of the receiver, so the log omits it.
      const { url: _url, ...fields } = alert
      if (alert.type === 'webhook.recovered') this.#uses.logger.info(messages[alert.type], fields)
      else this.#uses.logger.warn(messages[alert.type], fields)
      this.#uses.bus.report(alert)
    }
  }
}

/** The types of alerts. */
export const alertTypes: readonly string[] = ['webhook.failing', 'webhook.deactivated', 'webhook.recovered'] satisfies Alert['type'][]

const messages: Readonly<Record<Alert['type'], string>> = {
  'webhook.failing': 'An endpoint keeps failing',
  'webhook.deactivated': 'A webhook was deactivated after too many failures',
  'webhook.recovered': 'An endpoint works again',
}
