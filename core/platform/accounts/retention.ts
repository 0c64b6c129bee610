import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { FORGOTTEN_MS } from './attempt-limits.ts'
import { SignInAttempt } from './entity.ts'

/** Deletes once an hour the failures that are forgotten, of addresses that no account knows any more. */
export class SignInRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    await this.database.transaction(async (tables) => {
      await tables
        .deleteFrom(SignInAttempt.table)
        .where('last_at', '<', now.getTime() - FORGOTTEN_MS)
        .where('known_until', '<', now.getTime())
        .execute()
    })
    return false
  }
}
