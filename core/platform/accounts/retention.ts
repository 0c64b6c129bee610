import { Codec } from '../../kernel/storage/schema/codec.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { FORGOTTEN_MS } from './attempt-limits.ts'
import { SignInAttempt, SignInSession } from './entity.ts'
import { SESSION_MS } from './sessions.ts'

/** Deletes once an hour the failures that are forgotten, of addresses that no account knows any more, and sessions that nobody uses. */
export class SignInRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const codec = Codec.of(SignInSession.fields, this.database.dialect)
    await this.database.transaction(async (tables) => {
      await tables
        .deleteFrom(SignInAttempt.table)
        .where('last_at', '<', now.getTime() - FORGOTTEN_MS)
        .where('known_until', '<', now.getTime())
        .execute()
      const unused = codec.toColumn('last_used_at', new Date(now.getTime() - SESSION_MS.unused))
      await tables.deleteFrom(SignInSession.table).where('last_used_at', '<=', unused).execute()
    })
    return false
  }
}
