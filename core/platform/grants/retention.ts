import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { SignInArtifact } from './entity.ts'

/** Deletes expired codes, tokens, sessions and unused programs once an hour, in short steps. */
export class ArtifactRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const { table, fields } = SignInArtifact
    const before = Codec.of(fields, this.database.dialect).toColumn('expires_at', now)
    const deleted = await this.database.transaction(async (tables) => {
      const old = tables.selectFrom(table).select('key').where('expires_at', '<', before).orderBy('expires_at').limit(expiredAtOnce)
      return await tables.deleteFrom(table).where('key', 'in', old).executeTakeFirst()
    })
    return Number(deleted.numDeletedRows) === expiredAtOnce
  }
}
