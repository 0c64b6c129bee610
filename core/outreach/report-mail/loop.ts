import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { earliest } from '../../kernel/operation/schema/moments.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { Report } from '../../insight/reports/entity.ts'
import { outreachActor } from '../sending/actor.ts'
import { type DueReport, DueReports } from './due.ts'
import { ReportMail } from './service.ts'

const TROUBLE_MS = 60_000

/** Has reports sent when they are due. */
export class ReportMailLoop implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units, logger: Logger }
  readonly watches = [Report]
  readonly #uses: Resolved<typeof ReportMailLoop.uses>
  readonly #due: DueReports
  readonly #troubled = new Map<string, Date>()

  constructor(uses: Resolved<typeof ReportMailLoop.uses>) {
    this.#uses = uses
    this.#due = new DueReports(uses.database)
  }

  /** Counts when new schedules are due, and queues the messages of those that are. */
  async run(now: Date): Promise<Date | null> {
    for (const [id, until] of this.#troubled) if (until <= now) this.#troubled.delete(id)
    let done = 0
    for (const each of await this.#due.uncounted()) done += await this.#attempt(each, now, () => this.#count(each))
    for (const each of await this.#due.due(now)) done += await this.#attempt(each, now, () => this.#send(each))
    const again = this.#troubled.size > 0 ? new Date(now.getTime() + TROUBLE_MS) : null
    return earliest([done > 0 ? now : null, again, await this.#due.next(now)])
  }

  async #count({ id, organization }: DueReport): Promise<boolean> {
    return await this.#uses.units.write(outreachActor(organization), (resolve) => resolve(ReportMail).count(id))
  }

  async #send({ id, organization }: DueReport): Promise<boolean> {
    const { units } = this.#uses
    const actor = outreachActor(organization)
    // It may take long: no transaction waits for it.
    const issue = await units.read(actor, (resolve) => resolve(ReportMail).issue(id))
    return await units.write(actor, (resolve) => resolve(ReportMail).send(id, issue))
  }

  // One of which nothing came is left alone for a while, so that no round follows the other for it.
  async #attempt({ id }: DueReport, now: Date, work: () => Promise<boolean>): Promise<0 | 1> {
    if (this.#troubled.has(id)) return 0
    try {
      if (await work()) return 1
    } catch (error) {
      this.#uses.logger.error('A report could not be sent; it is tried again', { report: id, error })
    }
    this.#troubled.set(id, new Date(now.getTime() + TROUBLE_MS))
    return 0
  }
}
