import { randomBytes } from 'node:crypto'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { ofWorkingOrganization } from '../../kernel/storage/records/working-organization.ts'
import { Email } from '../emails/entity.ts'
import { isGenuine, readToken, type TokenKind } from '../links/tokens.ts'
import { PublicSecrets } from '../secrets/public-secrets.ts'

const read = ['id', 'user_from', 'lead_id', 'topic', 'links', 'to', 'direction'] as const
/** What of a message public routes need. */
export type PublicMessage = Pick<Email, (typeof read)[number]> & {
  /** Of the link that the token names. */
  readonly index: number
}

/** The messages that public tokens name, whatever the organization. */
export class PublicMessages {
  static readonly uses = { database: Database, secrets: PublicSecrets }
  readonly #uses: Resolved<typeof PublicMessages.uses>
  readonly #none = randomBytes(32)

  constructor(uses: Resolved<typeof PublicMessages.uses>) {
    this.#uses = uses
  }

  /** The message of a genuine token of this kind; undefined for any other, after the same work. */
  async find(token: string, kind: TokenKind): Promise<PublicMessage | undefined> {
    const named = readToken(token)
    if (named?.kind !== kind) return undefined
    const { database, secrets } = this.#uses
    const found = database.tables().selectFrom(Email.table).select(read).where('id', '=', named.id)
    // Whoever wants no more e-mails is heard in any case.
    const row = await (kind === 'unsubscribe' ? found : found.where(ofWorkingOrganization(Email))).executeTakeFirst()
    const message = row && Codec.of(Email.fields, database.dialect).pick(row, read)
    const secret = (message && (await secrets.find(message.user_from, 'links'))) ?? this.#none
    const isOurs = isGenuine(secret, message?.user_from ?? '', named)
    return message && isOurs && message.direction === 'out' ? { ...message, index: named.index } : undefined
  }
}
