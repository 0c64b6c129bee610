import { sql, type SqlBool } from 'kysely'
import { Bus } from '../../kernel/events/bus.ts'
import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { earliest } from '../../kernel/operation/schema/moments.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Mailer, type MailOutcome } from '../../kernel/ports/mailer.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { aLabel, compose } from './compose.ts'
import { addressesOf } from '../emails/outbox.ts'
import { Email } from '../emails/entity.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { InFlight } from './in-flight.ts'
import { type Claim, Claims } from './claims.ts'
import { Judgement } from './judgement.ts'
import { outreachActor } from './actor.ts'
import { type Result, Results } from './results.ts'

// Messages that one process has in flight, over all mailboxes.
const AT_ONCE = 200
const MAILBOXES_PER_ROUND = 32
const BATCH = 100
// Where work of a mailbox fails, it is left alone for a while, so that the others go on.
const TROUBLE_MS = 5_000
// How long a few mailboxes that have much to send keep it from looking at all others.
const LOOK_MS = 200
// How long what has ended waits for what else is on its way, at most.
const GATHERED_MS = 5

interface Waiting {
  readonly id: string
  readonly organization: string
  readonly connections: number
}

/**
 * Sends e-mails that are due: begins to send them in one transaction, hands them to their servers outside of any, and stores what came of them
 * in another. The organizations take turns, and so do their mailboxes.
 */
export class Sender implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units, clock: Clock, logger: Logger, bus: Bus, mailer: Mailer }
  readonly watches = [Email, Mailbox]
  readonly #uses: Resolved<typeof Sender.uses>
  readonly #codec: Codec<typeof Email.fields>
  readonly #boxes: Codec<typeof Mailbox.fields>
  /** Messages in flight until their results are stored, by mailbox. */
  readonly #inFlight = new InFlight()
  readonly #paused = new Map<string, Date>()
  /** Mailboxes that had as many messages as there was room for: looked at again without asking which have any. */
  readonly #hot = new Map<string, Waiting>()
  readonly #running = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #ended: Result[] = []
  /** When the first of those that have ended may be stored, although others are on their way. */
  #gatheredAt: Date | undefined
  #last: string | undefined
  #looked = Number.NEGATIVE_INFINITY
  #turn: Promise<unknown> = Promise.resolve()

  constructor(uses: Resolved<typeof Sender.uses>) {
    this.#uses = uses
    this.#codec = Codec.of(Email.fields, uses.database.dialect)
    this.#boxes = Codec.of(Mailbox.fields, uses.database.dialect)
  }

  /** Stores what has ended and begins what is due, without waiting for the servers: each wakes the engine when it answers. */
  run(now: Date): Promise<Date | null> {
    // Messages that end within a few milliseconds share a commit, and so do those that are begun in their place.
    if (this.#gatheredAt && this.#gatheredAt > now && this.#running.size > 0) return Promise.resolve(this.#gatheredAt)
    return this.#round(now)
  }

  #round(now: Date): Promise<Date | null> {
    return this.#inTurn(async () => {
      for (const [id, until] of this.#paused) if (until <= now) this.#paused.delete(id)
      // What ends meanwhile is stored by the next round, with what is begun in its place.
      const ended = new Set(this.#ended)
      const looks = this.#hot.size === 0 || this.#uses.clock.steady() - this.#looked >= LOOK_MS
      const due = looks ? await this.#waiting(now) : [...this.#hot.values()].filter((each) => this.#hasRoom(each))
      const turn = rotated(due, this.#last).slice(0, MAILBOXES_PER_ROUND)
      for (const each of turn) await this.#claim(each, now, !looks)
      this.#last = turn.at(-1)?.id ?? this.#last
      await this.#store(ended)
      if (!looks) return this.#hot.size === 0 ? now : new Date(now.getTime() + LOOK_MS)
      const more = due.length > turn.length ? now : null
      return earliest([more, await this.#next(now), ...this.#paused.values()])
    })
  }

  /**
   * Waits for the messages in flight, stores what came of them and, as long as there is no hurry, goes on with what is due. With a signal the
   * engine closes: nothing more is begun, and what is given up is uncertain, or sent again.
   */
  async finish(signal?: AbortSignal): Promise<boolean> {
    if (this.#running.size === 0 && this.#ended.length === 0) return false
    if (signal) {
      const abort = () => this.#abort.abort()
      signal.addEventListener('abort', abort, { once: true })
      while (this.#running.size > 0) await Promise.all(this.#running)
      signal.removeEventListener('abort', abort)
      await this.#inTurn(() => this.#store())
      return true
    }
    while (this.#running.size > 0 || this.#ended.length > 0) {
      await this.#gathered()
      await this.#round(this.#uses.clock.now())
    }
    return true
  }

  /** Resolves when messages have ended that are to share a commit. */
  async #gathered(): Promise<void> {
    if (this.#ended.length === 0) await Promise.race(this.#running)
    const { clock } = this.#uses
    const over = new AbortController()
    const all = Promise.all(this.#running)
    if (this.#gatheredAt) await Promise.race([all, clock.wait(this.#gatheredAt, over.signal)])
    over.abort()
    await clock.turn()
  }

  /** Mailboxes with messages that are due and room for them, in the order of their organizations. */
  async #waiting(now: Date): Promise<readonly Waiting[]> {
    this.#looked = this.#uses.clock.steady()
    if (this.#inFlight.all - this.#ended.length >= AT_ONCE) return []
    const due = this.#codec.toColumn('due_at', now)
    const tables = this.#uses.database.tables()
    // By the order in a mailbox, so that each look is one step into its index, however many messages wait for a later time.
    const some = [0, 1, 2].map((rank) => {
      const own = tables
        .selectFrom(Email.table)
        .select('id')
        .whereRef(`${Email.table}.user_from`, '=', `${Mailbox.table}.user_from`)
        .whereRef(`${Email.table}.mailbox_id`, '=', `${Mailbox.table}.id`)
        .where('rank', '=', rank)
        .where('due_at', '<=', due)
        .where('due_at', 'is not', null)
      return sql<SqlBool>`exists ${own}`
    })
    const rows = await tables
      .selectFrom(Mailbox.table)
      .select(['id', 'user_from', 'max_connections'])
      .where((eb) => eb.or(some))
      .where(ofWorkingOrganization(Mailbox))
      .orderBy('user_from')
      .orderBy('id')
      .execute()
    return rows.flatMap((row) => {
      const { id, user_from: organization, max_connections: connections } = this.#boxes.pick(row, ['id', 'user_from', 'max_connections'])
      const each = { id, organization, connections }
      return this.#hasRoom(each) ? [each] : []
    })
  }

  #hasRoom({ id, connections }: Waiting): boolean {
    return !this.#paused.has(id) && this.#inFlight.of(id) - this.#endedOf(id).length < connections
  }

  #endedOf(mailbox: string): readonly Result[] {
    return this.#ended.filter(({ email }) => email.mailbox_id === mailbox).slice(0, BATCH)
  }

  async #next(now: Date): Promise<Date | null> {
    const row = await this.#uses.database
      .tables()
      .selectFrom(Email.table)
      .select('due_at')
      .where('due_at', '>', this.#codec.toColumn('due_at', now))
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return row ? (this.#codec.fromRow(row).due_at ?? null) : null
  }

  // What has ended is stored in the transaction that begins what comes in its place.
  async #claim(waiting: Waiting, now: Date, goesOn: boolean): Promise<void> {
    const { id, organization, connections } = waiting
    const { units, logger } = this.#uses
    const ended = this.#endedOf(id)
    const room = Math.min(connections - this.#inFlight.of(id), AT_ONCE - this.#inFlight.all) + ended.length
    this.#hot.delete(id)
    if (room <= 0) return
    try {
      const { claims, pausedUntil } = await units.write(outreachActor(organization), async (resolve) => {
        const written = ended.length > 0 ? await resolve(Results).write(ended) : undefined
        const [claimed] = await Promise.all([
          resolve(Claims).take(id, room, { goesOn, locked: written?.mailboxes.get(id) }),
          written?.tell(),
        ])
        return claimed
      })
      this.#stored(ended)
      if (pausedUntil) this.#paused.set(id, pausedUntil)
      // Where there were as many as there was room for, there are probably more.
      if (claims.length === room) this.#hot.set(id, waiting)
      for (const claim of await this.#kept(organization, claims)) this.#start(claim)
    } catch (error) {
      this.#paused.set(id, new Date(now.getTime() + TROUBLE_MS))
      logger.error('Messages of a mailbox could not be begun; they are tried again', { mailbox: id, error })
    }
  }

  // What others committed beside the transaction that has begun them counts, too; on SQLite there are none.
  async #kept(organization: string, claims: readonly Claim[]): Promise<readonly Claim[]> {
    const { database, units, logger } = this.#uses
    const [first] = claims
    if (!first || database.dialect === 'sqlite') return claims
    try {
      const emails = claims.map(({ email }) => email)
      const reasons = await units.write(outreachActor(organization), async (resolve) => {
        const judgement = resolve(Judgement)
        const found = await judgement.reasons(emails, true)
        if (found.size > 0) await judgement.takeBack(found, first.token)
        return found
      })
      return claims.filter(({ email }) => !reasons.has(email.id))
    } catch (error) {
      logger.error('Messages could not be judged again; they are tried again', { organization, error })
      const outcome = { kind: 'broken', phase: 'data', text: 'It could not be judged', mayHaveLeft: false } as const
      for (const { email, token, mailbox } of claims) {
        this.#inFlight.occupy(mailbox.id)
        this.#end(email, token, outcome)
      }
      return []
    }
  }

  // Stored with the next batch.
  #end(email: Email, token: string, outcome: MailOutcome): void {
    this.#ended.push({ email, token, outcome })
    this.#gatheredAt ??= this.#inAWhile()
    this.#uses.bus.wake({ only: this })
  }

  #start(claim: Claim): void {
    const { email, token, mailbox } = claim
    this.#inFlight.occupy(mailbox.id)
    const running = this.#hand(claim).then((outcome) => {
      this.#running.delete(running)
      this.#end(email, token, outcome)
    })
    this.#running.add(running)
  }

  async #hand({ email, ready, files, answered, route, dkim }: Claim): Promise<MailOutcome> {
    let message: Buffer
    try {
      message = await compose(email, { ...ready, files, answered, dkim })
    } catch (error) {
      this.#uses.logger.error('A message could not be composed', { email: email.id, error })
      return { kind: 'refused', phase: 'data', code: 554, text: 'The message could not be composed', refused: [] }
    }
    const envelope = { from: aLabel(ready.envelopeFrom), to: addressesOf(email).map(aLabel), id: email.id }
    return await this.#uses.mailer.send(route, envelope, message, this.#abort.signal)
  }

  async #store(some: ReadonlySet<Result> = new Set(this.#ended)): Promise<void> {
    for (;;) {
      const left = this.#ended.filter((each) => some.has(each))
      const [first] = left
      if (!first) return
      const own = left.filter(({ email }) => email.user_from === first.email.user_from).slice(0, BATCH)
      await this.#uses.units.write(outreachActor(first.email.user_from), (resolve) => resolve(Results).store(own))
      this.#stored(own)
    }
  }

  // Given free only after the commit: what could not be stored is stored with the next batch.
  #stored(results: readonly Result[]): void {
    const stored = new Set(results)
    this.#ended = this.#ended.filter((each) => !stored.has(each))
    this.#gatheredAt = this.#ended.length === 0 ? undefined : this.#inAWhile()
    for (const { email } of results) this.#inFlight.release(email.mailbox_id ?? '')
  }

  #inAWhile(): Date {
    return new Date(this.#uses.clock.now().getTime() + GATHERED_MS)
  }

  // One round at a time: two would both claim messages for the same free places.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn.catch(() => {})
    return turn
  }
}

function rotated(all: readonly Waiting[], last: string | undefined): Waiting[] {
  const at = all.findIndex(({ id }) => id === last) + 1
  return [...all.slice(at), ...all.slice(0, at)]
}
