import { DeadlockException, EntityManager, LockWaitTimeoutException, UniqueConstraintViolationException } from '@mikro-orm/core'
import { randomInt } from 'node:crypto'
import { type Actor, CurrentActor } from '../../operation/actor.ts'
import { CrmError } from '../../operation/errors.ts'
import { type Binding, Later, type Resolve } from '../../operation/pipeline.ts'
import { Reply } from '../../operation/reply.ts'
import { Clock } from '../../ports/clock.ts'
import { type DatabaseSpan, inDatabaseSpan } from '../../telemetry/database-span.ts'
import { codeOf } from '../../values/error-code.ts'
import { isStaleAccess, mayAsMuch } from './access-guard.ts'
import type { Database } from './database.ts'
import type { Scene } from './undone.ts'
import { UnitWrites } from './unit-writes.ts'
import { entityManagerOf } from '../records/entity-manager-of.ts'
import { LoadedRecords } from '../records/loaded-records.ts'
import { Records } from '../records/records.ts'
import type { Unit } from '../schema/unit.ts'

/** Makes the services of one call out of what the call is bound to. */
export type Scope = (bindings: readonly Binding[]) => Resolve

/** The actor of a key as it is now, read again; throws `unauthenticated` if the key no longer works. */
export type Renew = (actor: CurrentActor) => Promise<CurrentActor>

const TRIES = 4
const TURN_MS = 5
// So long a rehearsal goes on before it lets others write, where they wait for it.
const HELD_MS = 25

/** Opens units of work: the pipeline for each call, jobs and slow operations for each of their steps. */
export class Units {
  readonly #database: Database
  readonly #clock: Clock
  readonly #scope: Scope
  readonly #renew: Renew
  readonly #providers: ReadonlySet<string>
  #turned = 0

  constructor(database: Database, clock: Clock, scope: Scope, renew: Renew, providers: ReadonlySet<string>) {
    this.#database = database
    this.#clock = clock
    this.#scope = scope
    this.#renew = renew
    this.#providers = providers
  }

  /** Whether this async context is in a transaction of the app, which what it calls is a part of. */
  get isInTransaction(): boolean {
    return this.#database.ofApp.current !== undefined
  }

  /** Reads of one organization, outside a transaction. */
  async read<T>(actor: Actor, work: (resolve: Resolve) => Promise<T>, reply: Reply = new Reply()): Promise<T> {
    const unit = this.#unit(actor)
    const read = () => this.#traced('read', unit, () => work(this.#bind(this.#database.reader(unit), unit, reply)))
    await this.#turn()
    try {
      return await read()
    } catch (error) {
      if (!isStalePlan(error)) throw error
      return await read()
    }
  }

  /** Runs `work` in one transaction and commits its changes with their events; repeats it when another writer was first. */
  async write<T>(actor: Actor, work: (resolve: Resolve) => Promise<T>, reply: Reply = new Reply(), causes?: readonly string[]): Promise<T> {
    let caller = actor instanceof CurrentActor ? actor : new CurrentActor(actor)
    for (let attempt = 1; ; attempt += 1) {
      const unit = this.#unit(caller, causes)
      try {
        const begun = () => this.#database.unitOfWork(unit, (loaded) => work(this.#bind(loaded, unit, reply)))
        const value = await this.#traced('transaction', unit, begun)
        this.#database.ofApp.afterCommit(unit.onCommit)
        await this.#turn()
        return value
      } catch (error) {
        if (isStaleAccess(error)) caller = await this.#renewed(caller)
        else if (!isRace(error) && !isStalePlan(error)) throw error
        if (attempt === TRIES) throw new CrmError('conflict', 'Another record has one of these keys, or another write was first; try again')
      }
    }
  }

  /**
   * Runs `work` in a transaction that is undone whatever it answers: nobody is woken, nothing is done as after a commit, and no number that
   * the database counts is drawn.
   */
  async rehearse<T>(actor: Actor, work: (stage: Stage) => Promise<T>, { causes, bindings = [] }: Rehearsal = {}): Promise<T> {
    // Far above what is ever counted, and elsewhere each time, so that two of them do not wait for each other.
    let number = 2 ** 52 + randomInt(2 ** 40) * 1024
    let isOver = false
    const unitAt = (now: Date): Unit => ({
      ...this.#unit(actor, causes),
      now,
      numbers: () => ++number,
    })
    try {
      return await this.#database.undone(unitAt(this.#clock.now()), (loaded, scene) => {
        const at = (now: Date) => {
          const unit = unitAt(now)
          loaded.goOnAs(unit)
          return this.#bind(loaded, unit, new Reply(), [[UnitWrites, new StageWrites(loaded, () => isOver)], ...bindings])
        }
        return work({ at, attempt: this.#yielding(scene) })
      })
    } finally {
      isOver = true
      await this.#turn()
    }
  }

  // Others wait no longer than for some parts, and for what those before them have written.
  #yielding({ attempt, giveWay }: Scene): Scene['attempt'] {
    let since = this.#clock.steady()
    return async (part) => {
      if (giveWay && this.#clock.steady() - since > HELD_MS) {
        await giveWay()
        since = this.#clock.steady()
      }
      return await attempt(part)
    }
  }

  #traced<T>(kind: DatabaseSpan['kind'], { actor }: Unit, work: () => Promise<T>): Promise<T> {
    return inDatabaseSpan({ kind, dialect: this.#database.dialect, organization: actor.organization }, work)
  }

  // The handler has begun with what the caller might do before: it goes on only with as much.
  async #renewed(before: CurrentActor): Promise<CurrentActor> {
    await this.#clock.turn()
    const now = await this.#renew(before)
    if (mayAsMuch(now, before)) return now
    throw new CrmError('conflict', 'What the caller may do has changed while the call was under way; try again')
  }

  // All that SQLite does ends within one turn of the event loop: who calls in a loop would keep everybody else out.
  async #turn(): Promise<void> {
    const now = this.#clock.steady()
    if (this.#database.dialect !== 'sqlite' || now - this.#turned < TURN_MS) return
    this.#turned = now
    await this.#clock.turn()
  }

  #unit(actor: Actor, causes?: readonly string[]): Unit {
    const caller = actor instanceof CurrentActor ? actor : new CurrentActor(actor)
    return { actor: caller, now: this.#clock.now(), providers: this.#providers, onCommit: [], ...(causes && { causes }) }
  }

  #bind(loaded: LoadedRecords, unit: Unit, reply: Reply, others: readonly Binding[] = []): Resolve {
    return this.#scope([
      [LoadedRecords, loaded],
      [EntityManager, new Later(() => entityManagerOf(loaded))],
      [Records, this.#database.records(loaded, unit)],
      [CurrentActor, unit.actor],
      [Reply, reply],
      ...others,
    ])
  }
}

/** Where a rehearsal takes place: one transaction, in which time passes as the rehearsal wants. */
export interface Stage {
  /** The services of a unit of work at this moment; those of the moment before are over, their changes flushed. */
  at(now: Date): Resolve
  /** Does a part; where that fails, what it wrote is undone, and the rest stays. */
  attempt<T>(part: () => Promise<T>): Promise<T>
}

/** How a rehearsal differs from a unit of work. */
export interface Rehearsal {
  /** Workflows that led here. */
  readonly causes?: readonly string[]
  /** What stands for services while it lasts, such as ports that call nobody. */
  readonly bindings?: readonly Binding[]
}

// What comes late, from a step that was given up, must not be written outside of the transaction.
class StageWrites extends UnitWrites {
  readonly #isOver: () => boolean

  constructor(loaded: LoadedRecords, isOver: () => boolean) {
    super({ loaded })
    this.#isOver = isOver
  }

  override async flush(): Promise<void> {
    if (this.#isOver()) throw new Error('The rehearsal is over')
    await super.flush()
  }
}

/** Two writers met: the second finds what the first wrote when it tries again. */
export function isRace(error: unknown): boolean {
  if (
    error instanceof UniqueConstraintViolationException ||
    error instanceof DeadlockException ||
    error instanceof LockWaitTimeoutException
  )
    return true
  const code = codeOf(error)
  return (
    code === '40001' ||
    code === '40P01' ||
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    (error instanceof Error && error.message.startsWith('UNIQUE constraint failed'))
  )
}

// A newer version has migrated the database under a prepared statement; the next one is planned again.
function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000'
}
