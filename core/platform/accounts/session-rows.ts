import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { SignInArtifact } from '../grants/entity.ts'
import { SignInSession } from './entity.ts'

/** Deletes sessions by their ids or by their accounts, and what the authorization server remembers of them. */
export async function forgetSessions(tables: Kysely<Tables>, by: 'id' | 'account_id', values: readonly string[]): Promise<void> {
  if (values.length === 0) return
  const own = tables.selectFrom(SignInSession.table).select('session_key').where(by, 'in', values)
  await tables.deleteFrom(SignInArtifact.table).where('session_key', 'in', own).execute()
  await tables.deleteFrom(SignInSession.table).where(by, 'in', values).execute()
}
