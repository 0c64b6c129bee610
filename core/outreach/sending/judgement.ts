import { Registry } from '../../kernel/feature/registry.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Services } from '../../kernel/operation/services.ts'
import { Email } from '../emails/entity.ts'
import { EmailChanges } from '../emails/changes.ts'
import { type EmailFollower, emailFollowers, type TimedWait } from '../emails/followers.ts'
import { addressesOf } from '../emails/outbox.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Consents } from '../suppressions/consents.ts'

/** Judges whether messages may leave: by the consent of their recipients, and by those who follow e-mails. */
export class Judgement {
  static readonly uses = { records: Records, registry: Registry, services: Services, consents: Consents, changes: EmailChanges }
  readonly #uses: Resolved<typeof Judgement.uses>
  // The same in both questions, so that what one reads for the first it knows for the second.
  #followers: readonly EmailFollower[] | undefined

  constructor(uses: Resolved<typeof Judgement.uses>) {
    this.#uses = uses
  }

  /** Why messages may not leave, or not anymore; by their ids, the first reason of each. `isBegun`: they are `sending` already. */
  async reasons(emails: readonly Email[], isBegun = false): Promise<ReadonlyMap<string, string>> {
    const held = this.#whoFollows().map((follower) => follower.held?.(emails, isBegun))
    const [consent, ...others] = await Promise.all([this.#consent(emails), ...held])
    const reasons = new Map(consent)
    for (const each of others) for (const [id, reason] of each ?? []) if (!reasons.has(id)) reasons.set(id, reason)
    return reasons
  }

  /** What messages have to wait for. */
  async waits(emails: readonly Email[]): Promise<ReadonlyMap<string, string | TimedWait>> {
    const waits = new Map<string, string | TimedWait>()
    for (const follower of this.#whoFollows()) for (const [id, what] of (await follower.waiting?.(emails)) ?? []) waits.set(id, what)
    return waits
  }

  /**
   * Takes back messages that were begun a moment ago with this token and are still in this process: on PostgreSQL others commit beside the
   * transaction that judges, and what they have withdrawn before it ended must count.
   */
  async takeBack(reasons: ReadonlyMap<string, string>, token: string): Promise<void> {
    const { records, changes } = this.#uses
    const found = await records.whole.findBy(Email, 'id', reasons.keys(), { lock: true })
    const own = found.filter(({ status, lease_token }) => status === 'sending' && lease_token === token)
    await changes.write(
      own.map((before) => ({ before, changes: { ...cancelled(reasons.get(before.id) ?? ''), lease_token: null, begun_at: null } })),
    )
  }

  #whoFollows(): readonly EmailFollower[] {
    const { registry, services } = this.#uses
    return (this.#followers ??= registry.attached(emailFollowers).map((make) => make(services)))
  }

  async #consent(emails: readonly Email[]): Promise<[string, string][]> {
    const found: [string, string][] = []
    const groups = Map.groupBy(emails, ({ purpose, topic }) => JSON.stringify([purpose, topic]))
    for (const some of groups.values()) {
      const asked = some.flatMap((email) =>
        addressesOf(email).map((address, at) => ({ id: email.id, address, contact_id: at === 0 ? email.lead_id : null })),
      )
      const [{ purpose, topic } = { purpose: 'marketing' as const, topic: null }] = some
      const answers = await this.#uses.consents.judge(asked, purpose, topic)
      for (const [at, { id }] of asked.entries()) {
        const reason = answers[at]
        if (reason) found.push([id, reason])
      }
    }
    // The first reason of each counts.
    return found.toReversed()
  }
}

/** What a message is set to that may not leave. */
export const cancelled = (reason: string) =>
  ({
    status: 'cancelled',
    due_at: null,
    waiting_for: null,
    error: { code: reason, text: 'Not sent, because this was so when it was about to be' },
  }) as const
