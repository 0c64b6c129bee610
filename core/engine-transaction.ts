import { sql as statement } from 'kysely'
import * as v from 'valibot'
import { checkCallOptions } from './call-options.ts'
import { checkActor } from './engine-options.ts'
import { type Actor, CurrentActor } from './kernel/operation/actor.ts'
import { CrmError } from './kernel/operation/errors.ts'
import type { AnyOperation, CallOptions, Operations } from './kernel/operation/operation.ts'
import type { Input } from './kernel/operation/pipeline.ts'
import type { Clock } from './kernel/ports/clock.ts'
import type { AppTransaction } from './kernel/storage/units/app-transaction.ts'
import type { AppTransactions } from './kernel/storage/units/app-transactions.ts'
import type { Database } from './kernel/storage/units/database.ts'
import type { DialectName } from './kernel/storage/schema/codec.ts'
import { mapValues } from './kernel/values/objects.ts'
import { parseOptions } from './kernel/values/parse-options.ts'

/**
 * Sends a statement of the app and answers its rows: ``sql`update orders set contact_id = ${contact.id} where id = ${order}` ``. Values are
 * sent beside the statement, never as a part of it. A statement that fails throws the error of the driver and is undone alone.
 */
export type Sql = <R = Record<string, unknown>>(text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<R[]>

/** The engine within a transaction: what is asked of it is committed with the transaction, or not at all. */
export interface EngineInTransaction<A> {
  /** Typed, in-process view of every operation, acting as `actor`; see `Engine.as`. */
  as(actor: Actor): A
  /** Calls an operation; see `Engine.call`. */
  call(operation: AnyOperation, input: Input, actor: Actor, options?: CallOptions): Promise<unknown>
  /** A transaction in this one: what fails in it is undone alone, if the app catches the error and goes on. */
  transaction<T>(work: TransactionWork<A, T>): Promise<T>
}

/** What an app does in a transaction: calls of the engine, and statements of its own. */
export type TransactionWork<A, T> = (crm: EngineInTransaction<A>, own: { readonly sql: Sql }) => Promise<T>

/** Options of `Engine.transaction`. */
export interface TransactionOptions {
  /** Milliseconds after which it is given up and undone (default 30,000, at most 55,000). */
  readonly timeoutMs?: number
}

const DEFAULT_MS = 30_000
// Before PostgreSQL ends a session that does nothing in its transaction.
const MOST_MS = 55_000
const Options = v.strictObject({
  timeoutMs: v.optional(
    v.pipe(
      v.number('must be a number of milliseconds'),
      v.integer('must be a whole number'),
      v.minValue(1, 'must be at least 1'),
      v.maxValue(MOST_MS, `must be at most ${MOST_MS}`),
    ),
    DEFAULT_MS,
  ),
})

type Call = (operation: AnyOperation, input: unknown, options?: CallOptions) => Promise<unknown>

/** Every operation as a method of its group. */
export function typedView<A>(operations: Operations, call: Call): A {
  return mapValues(operations, (group) =>
    mapValues(group, (each) => async (input?: unknown, options?: CallOptions) => {
      if (options !== undefined) checkCallOptions(each.id, options)
      return await call(each, input, options)
    }),
  ) as A
}

/** Refuses, in a transaction of the app, what cannot be a part of it; throws `conflict`. */
export function refuseApart({ id, unitOfWork, joins }: AnyOperation, transactions: AppTransactions): void {
  if (unitOfWork !== false || joins || !transactions.current) return
  throw new CrmError('conflict', `${id} calls out, streams or commits in steps: call it before or after the transaction`)
}

/** What a transaction needs of the engine. */
interface Parts {
  readonly operations: Operations
  readonly database: Database
  readonly clock: Clock
  call(operation: AnyOperation, input: Input, actor: Actor, options?: CallOptions): Promise<unknown>
}

/** Runs work of an app in a transaction; see `Engine.transaction`. */
export async function inTransaction<A, T>(
  { operations, database, clock, call }: Parts,
  work: TransactionWork<A, T>,
  given: TransactionOptions,
): Promise<T> {
  const { ofApp: transactions, dialect } = database
  if (typeof work !== 'function') throw new CrmError('invalid_input', 'engine.transaction: what is done in it must be a function')
  const { timeoutMs } = parseOptions('engine.transaction', Options, given)
  const over = new AbortController()
  const limit = async () => {
    await clock.wait(new Date(clock.now().getTime() + timeoutMs), over.signal)
    return new CrmError('conflict', `The transaction took longer than ${timeoutMs} ms and is undone`)
  }
  const view = (transaction: AppTransaction): EngineInTransaction<A> => ({
    as(actor) {
      checkActor(actor)
      const caller = new CurrentActor(actor)
      return typedView(operations, (each, input, options) => transactions.within(transaction, () => call(each, input, caller, options)))
    },
    call: (operation, input, actor, options) => transactions.within(transaction, () => call(operation, input, actor, options)),
    transaction: (inner) => transactions.within(transaction, () => begin(inner)),
  })
  const begin = <R>(inner: TransactionWork<A, R>) =>
    transactions.run((transaction) => inner(view(transaction), { sql: sqlOf(transactions, transaction, dialect) }), limit)
  try {
    return await begin(work)
  } finally {
    over.abort()
  }
}

function sqlOf(transactions: AppTransactions, transaction: AppTransaction, dialect: DialectName): Sql {
  return async <R>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
    // A text in which values stand already would be sent as it is.
    if (!Array.isArray(text) || !('raw' in text))
      throw new CrmError(
        'invalid_input',
        'sql takes a template: write sql`...${value}...` without brackets, so that values are sent beside the statement',
      )
    const bound = dialect === 'sqlite' ? values.map(bindable) : values
    return await transactions.within(transaction, (here) =>
      transactions.part(async () => (await statement<R>(text, ...bound).execute(here.db)).rows),
    )
  }
}

// SQLite has neither times nor booleans.
function bindable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'boolean' ? Number(value) : value
}
