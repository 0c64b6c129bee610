import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import { heavily } from '../../kernel/operation/heavy.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { earliest } from '../../kernel/operation/schema/moments.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { outreachActor } from '../sending/actor.ts'
import { type Due, DueCampaigns, inTurns } from './due.ts'
import { Campaign } from './entity.ts'
import { Freezing } from './freezing.ts'
import { Handing } from './handing.ts'
import { CampaignNext, type NextStep } from './next-step.ts'
import { CampaignIssue, CampaignRecipient } from './rows.ts'
import { Settling } from './settling.ts'
import { CampaignStarts } from './starting.ts'

// Steps of work that one round does: few, so that others have their turn.
const STEPS = 8
// How often it looks whether messages have left; every commit makes it look, too.
const POLL_MS = 1_000
const TROUBLE_MS = 5_000

/** Sends campaigns: begins those that are due, and does their work in small steps, of each organization in turn. */
export class CampaignLoop implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units, logger: Logger }
  readonly watches = [Campaign, CampaignIssue, CampaignRecipient]
  readonly #uses: Resolved<typeof CampaignLoop.uses>
  readonly #due: DueCampaigns
  readonly #troubled = new Map<string, Date>()
  #last: string | undefined

  constructor(uses: Resolved<typeof CampaignLoop.uses>) {
    this.#uses = uses
    this.#due = new DueCampaigns(uses.database)
  }

  /** Each commit wakes it: those in close succession share a round. */
  get pauseMs(): number {
    return 100
  }

  /** Begins what is due and does some steps of what was begun. */
  async run(now: Date): Promise<Date | null> {
    for (const [id, until] of this.#troubled) if (until <= now) this.#troubled.delete(id)
    let begun = 0
    for (const due of await this.#due.starts(now)) {
      if (begun >= STEPS) break
      if (await this.#attempt(due, now, () => this.#begin(due))) begun += 1
    }
    const issues = inTurns(await this.#due.work(now), this.#last)
    let done = 0
    let polled = false
    for (const due of issues) {
      if (done >= STEPS) break
      await this.#attempt(due, now, async () => {
        const next = await this.#next(due)
        if (next.kind === 'poll') return void (polled = true)
        done += 1
        this.#last = due.organization
        await this.#step(due, next)
      })
    }
    const poll = polled || this.#troubled.size > 0 ? new Date(now.getTime() + POLL_MS) : null
    return earliest([done >= STEPS || done > 0 || begun > 0 ? now : null, poll, await this.#due.next(now)])
  }

  async #next({ id, organization }: Due): Promise<NextStep> {
    return await this.#uses.units.read(outreachActor(organization), (resolve) => resolve(CampaignNext).of(id))
  }

  async #begin({ id, organization }: Due): Promise<void> {
    const { units } = this.#uses
    const actor = outreachActor(organization)
    // It may take long: no transaction waits for it.
    const plain = await units.read(actor, (resolve) => resolve(CampaignNext).plainText(id))
    await units.write(actor, (resolve) => resolve(CampaignStarts).begin(id, plain))
  }

  async #step({ id, organization }: Due, next: NextStep): Promise<void> {
    const { units } = this.#uses
    const actor = outreachActor(organization)
    // A filter may go through all contacts.
    if (next.kind === 'freeze') return await heavily(() => units.write(actor, (resolve) => resolve(Freezing).part(id)))
    if (next.kind === 'settle') return await units.write(actor, (resolve) => resolve(Settling).settle(id))
    if (next.kind === 'sweep') return await units.write(actor, (resolve) => resolve(Settling).sweep(id))
    if (next.kind === 'rest') return await units.write(actor, (resolve) => resolve(Settling).rest(id, next.until))
    if (next.kind !== 'hand') return
    const isServed = await units.write(actor, (resolve) => resolve(Handing).batch(id))
    if (!isServed) await units.write(actor, (resolve) => resolve(CampaignStarts).pauseIssue(id, 'no_mailbox'))
  }

  /** False: it has failed a moment ago and is left alone. */
  async #attempt(due: Due, now: Date, work: () => Promise<unknown>): Promise<boolean> {
    const { id } = due
    this.#due.passed(due)
    if (this.#troubled.has(id)) return false
    try {
      await work()
    } catch (error) {
      this.#troubled.set(id, new Date(now.getTime() + TROUBLE_MS))
      this.#uses.logger.error('A campaign could not go on; it is tried again', { campaign: id, error })
    }
    return true
  }
}
