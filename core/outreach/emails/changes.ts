import { Registry } from '../../kernel/feature/registry.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Email } from './entity.ts'
import { type EmailChange, emailFollowers } from './followers.ts'

/** A message as it was, and what is to change. */
export interface EmailUpdate {
  readonly before: Email
  readonly changes: Partial<Email>
}

const told = ['sent', 'failed', 'bounced', 'uncertain', 'cancelled'] as const

/** Writes changes of messages and tells those who follow them, in one unit of work. */
export class EmailChanges {
  static readonly uses = { records: Records, registry: Registry, services: Services }
  readonly #uses: Resolved<typeof EmailChanges.uses>

  constructor(uses: Resolved<typeof EmailChanges.uses>) {
    this.#uses = uses
  }

  /** Writes them and tells of each change of state; answers the messages as they are now. */
  async write(updates: readonly EmailUpdate[]): Promise<readonly Email[]> {
    if (updates.length === 0) return []
    await this.#uses.records.update(Email, updates)
    const after = updates.map(({ before, changes }) => ({ ...before, ...changes }))
    const states = after.flatMap((email, at): EmailChange[] => {
      const to = told.find((each) => each === email.status)
      return to !== undefined && to !== updates[at]?.before.status ? [{ email, to }] : []
    })
    await this.tell(states)
    await this.#delay(after.filter(({ waiting_for }, at) => waiting_for !== null && waiting_for !== updates[at]?.before.waiting_for))
    return after
  }

  /** Tells those who follow e-mails what happened to some, which is written already. */
  async tell(changes: readonly EmailChange[]): Promise<void> {
    if (changes.length === 0) return
    for (const make of this.#uses.registry.attached(emailFollowers)) await make(this.#uses.services).changed?.(changes)
  }

  async #delay(emails: readonly Email[]): Promise<void> {
    if (emails.length === 0) return
    for (const make of this.#uses.registry.attached(emailFollowers)) await make(this.#uses.services).delayed?.(emails)
  }
}
