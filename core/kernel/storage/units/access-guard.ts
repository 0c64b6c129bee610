import { CompiledQuery, type Kysely } from 'kysely'
import type { CurrentActor } from '../../operation/actor.ts'
import { codeOf } from '../../values/error-code.ts'
import type { DialectName } from '../schema/codec.ts'
import { send } from '../connection/statement-queue.ts'
import type { Tables } from '../schema/tables.ts'

/** How the statement begins that judges the caller of a transaction: it belongs before the first write, and fails with it. */
export const GUARD = '/* guard */ '
// Of the function in the database, and of SQLite alike.
const STALE = 'RP001'

/**
 * Has the transaction fail unless keys, users and teams are as they were when the key of its caller was read. A revocation is
 * answered when the writes of its user that are under way have ended (`withdraw`), so no write commits after that. Callers without a key are
 * not judged.
 */
export async function guardAccess(
  db: Kysely<Tables>,
  { dialect, prefix = '' }: { readonly dialect: DialectName; readonly prefix?: string | undefined },
  { credential, user_id }: CurrentActor,
): Promise<void> {
  if (!credential) return
  if (dialect === 'postgresql') {
    const sql = `${GUARD}select "${prefix}access_guard"($1, $2)`
    return void (await send(db, dialect, CompiledQuery.raw(sql, [user_id, credential.changes])))
  }
  // One transaction follows the other, so what is read in this one holds until it ends.
  const sql = `select "number" from "${prefix}access_generation" where "name" = 'access'`
  const { rows } = await send<{ number: number }>(db, dialect, CompiledQuery.raw(sql))
  if (Number(rows[0]?.number ?? 0) !== credential.changes)
    throw Object.assign(new Error('What keys and users may do has changed'), { code: STALE })
}

/** Waits in this transaction, which takes something from the user, until their writes that are under way have ended; later ones wait for it. */
export async function withdraw(
  db: Kysely<Tables>,
  { dialect, prefix = '' }: { dialect: DialectName; prefix?: string | undefined },
  user_id: string,
) {
  if (dialect === 'sqlite') return
  await send(db, dialect, CompiledQuery.raw(`/* advisory */ select "${prefix}access_withdraw"($1)`, [user_id]))
}

/** Whether a transaction has failed because keys, users or teams have changed since its caller was read. */
export function isStaleAccess(error: unknown): boolean {
  return codeOf(error) === STALE
}

/** Whether an actor who was read again may do all that the former one may, and sees the same records. */
export function mayAsMuch(now: CurrentActor, before: CurrentActor): boolean {
  return (
    [...before.scopes].every((scope) => now.scopes.has(scope)) &&
    now.role === before.role &&
    (now.administration || !before.administration) &&
    now.user === before.user &&
    JSON.stringify(now.sees) === JSON.stringify(before.sees)
  )
}
