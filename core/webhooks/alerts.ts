import { Bus } from '../events/bus.ts'
import { Logger } from '../ports/logger.ts'
import { deactivateAt, warningAt } from './activation.ts'

/** What an operator should hear of one endpoint (webhooks.md D7). */
export interface Alert {
  readonly type: 'webhook.failing' | 'webhook.deactivated' | 'webhook.recovered'
  readonly organization: string
  readonly webhook_id: string
  readonly failure_count: number
}

/** The alert that a change of the failure counter calls for. */
export function alertOf(organization: string, webhook_id: string, before: number, after: number): Alert | undefined {
  const alert = { organization, webhook_id, failure_count: after }
  if (after > before) {
    if (warningAt(after) === undefined) return undefined
    return { type: after >= deactivateAt ? 'webhook.deactivated' : 'webhook.failing', ...alert }
  }
  // Nobody was told of fewer failures, so there is nothing to call off.
  return before >= firstWarning && after === 0 ? { type: 'webhook.recovered', ...alert } : undefined
}

/** Passes alerts on to the log and to whoever listens in this process. */
export class Alerts {
  static readonly inject = [Bus, Logger] as const
  readonly #bus: Bus
  readonly #logger: Logger

  constructor(bus: Bus, logger: Logger) {
    this.#bus = bus
    this.#logger = logger
  }

  /** To be called once what they tell of is committed. */
  send(alerts: readonly Alert[]): void {
    for (const { type, organization, ...details } of alerts) {
      const percent = Math.round((details.failure_count / deactivateAt) * 100)
      if (type === 'webhook.recovered') this.#logger.info(messages[type], { type, organization, ...details })
      else this.#logger.warn(messages[type], { type, organization, ...details, percent })
      this.#bus.report({ type, organization, details })
    }
  }
}

const messages: Readonly<Record<Alert['type'], string>> = {
  'webhook.failing': 'An endpoint fails again and again',
  'webhook.deactivated': 'A webhook was deactivated after too many failures',
  'webhook.recovered': 'An endpoint works again',
}

const firstWarning =
  Array.from({ length: deactivateAt }, (_, count) => count).find((count) => warningAt(count) !== undefined) ?? deactivateAt
