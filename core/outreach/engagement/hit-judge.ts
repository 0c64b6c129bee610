import { sql, type SqlBool } from 'kysely'
import { type Actor, scopes } from '../../kernel/operation/actor.ts'
import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { fromEntity } from '../../kernel/storage/schema/tables.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { EmailHit } from './entity.ts'
import { Engagements } from './engagements.ts'

/** Hits that one transaction judges at most. */
const BATCH = 200

// The condition of the partial index, word for word.
const waits = sql<SqlBool>`"due_at" is not null`

/** Judges hits when all that could be of the same burst have come. */
export class HitJudge implements BackgroundLoop {
  static readonly uses = { database: Database, units: Units }
  readonly watches = [EmailHit]
  readonly #uses: Resolved<typeof HitJudge.uses>

  constructor(uses: Resolved<typeof HitJudge.uses>) {
    this.#uses = uses
  }

  /** Judges those that are due, the oldest first, each organization in transactions of its own. */
  async run(now: Date): Promise<Date | null> {
    const { database, units } = this.#uses
    const codec = Codec.of(EmailHit.fields, database.dialect)
    const rows = await fromEntity(database.tables(), EmailHit)
      .select(['id', 'user_from', 'due_at'])
      .where(waits)
      .where(ofWorkingOrganization(EmailHit))
      .orderBy('due_at')
      .limit(BATCH)
      .execute()
    const hits = rows.map((row) => codec.pick(row, ['id', 'user_from', 'due_at']))
    const due = hits.filter(({ due_at }) => due_at !== null && due_at <= now)
    for (const [organization, own] of Map.groupBy(due, ({ user_from }) => user_from)) {
      const ids = own.map(({ id }) => id)
      await units.write(engagementActor(organization), (resolve) => resolve(Engagements).judge(ids))
    }
    return due.length === BATCH ? now : (hits[due.length]?.due_at ?? null)
  }
}

/** Who counts opens, clicks and visits of an organization. */
export function engagementActor(organization: string): Actor {
  return {
    organization,
    user: 'system',
    role: 'admin',
    scopes: new Set(scopes),
    via: { type: 'system', id: 'engagement', label: 'Opens and clicks' },
    visibility: 'all',
  }
}
