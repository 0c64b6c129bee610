import type { Kysely } from 'kysely'
import type { Codec, Row } from '../../kernel/storage/schema/codec.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { SignInArtifact } from '../grants/entity.ts'
import { SignInSession } from './entity.ts'

/** Deletes sessions by their ids or by their accounts, but for one, and what the authorization server remembers of them. */
export async function forgetSessions(
  tables: Kysely<Tables>,
  by: 'id' | 'account_id',
  values: readonly string[],
  kept: string | undefined = undefined,
): Promise<void> {
  if (values.length === 0) return
  const meant = tables.selectFrom(SignInSession.table).select('session_key').where(by, 'in', values)
  const own = kept === undefined ? meant : meant.where('id', '<>', kept)
  await tables.deleteFrom(SignInArtifact.table).where('session_key', 'in', own).execute()
  const rows = tables.deleteFrom(SignInSession.table).where(by, 'in', values)
  await (kept === undefined ? rows : rows.where('id', '<>', kept)).execute()
}

/** Notes how else the person has proved who they are in a session. */
export async function prove(
  tables: Kysely<Tables>,
  codec: Codec<typeof SignInSession.fields>,
  { id, methods }: { readonly id: string; readonly methods: readonly string[] },
  further: readonly string[],
): Promise<void> {
  const changes = codec.toRow({ methods: [...new Set([...methods, ...further])] })
  await setSession(tables, id, changes)
}

/** Changes one, which must not have its name yet where `unbound`. */
export async function setSession(tables: Kysely<Tables>, id: string, columns: Row, unbound = false): Promise<void> {
  const one = tables.updateTable(SignInSession.table).set(columns).where('id', '=', id)
  await (unbound ? one.where('session_key', 'is', null) : one).execute()
}
