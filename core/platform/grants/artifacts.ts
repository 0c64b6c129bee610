import type { Resolved } from '../../kernel/operation/operation.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { isObject } from '../../kernel/values/is-object.ts'
import { artifactKey, grantKey } from './artifact-key.ts'
import { SignInArtifact } from './entity.ts'

/** What the authorization server stores, as JSON. */
export type ArtifactPayload = Readonly<Record<string, unknown>>

const DAY_S = 86_400
/** Seconds that a registered program is remembered: one that never gets a token for a day, any other for a while after its last. */
const CLIENT_TTL = DAY_S
const USED_CLIENT_TTL = 120 * DAY_S
/** Seconds in which a refresh token works again after it was exchanged: its answer may have been lost, or two requests have met. */
const GRACE_S = 60

// Stands for the id of an artifact in its payload; no JSON text has this character as it is.
const ID = '\u0001'

/**
 * The memory of the authorization server, shared by all hosts of the database. Ids, which are tokens and cookies, are stored as hashes only,
 * also where a payload repeats its own.
 */
export class Artifacts {
  static readonly uses = { database: Database, clock: Clock }
  readonly #uses: Resolved<typeof Artifacts.uses>
  readonly #codec: Codec<typeof SignInArtifact.fields>

  constructor(uses: Resolved<typeof Artifacts.uses>) {
    this.#uses = uses
    this.#codec = Codec.of(SignInArtifact.fields, uses.database.dialect)
  }

  /** Stores an artifact until so many seconds have passed; a registered program has no end of its own. */
  async upsert(model: string, id: string, payload: ArtifactPayload, seconds: number | undefined): Promise<void> {
    const now = this.#uses.clock.now()
    const { grantId, uid, accountId } = payload
    const key = artifactKey(model, id)
    const changing = this.#codec.toRow({
      content: textOf(model, id, payload),
      grant_key: typeof grantId === 'string' && model !== 'Interaction' ? grantKey(grantId) : null,
      session_key: model === 'Session' && typeof uid === 'string' ? artifactKey('session', uid) : null,
      account_id: typeof accountId === 'string' ? accountId : null,
      expires_at: new Date(now.getTime() + (seconds ?? CLIENT_TTL) * 1000),
    })
    const row = { ...this.#codec.toRow({ key, model, consumed_at: null, created_at: now }), ...changing }
    await this.#uses.database.transaction(async (tables) => {
      await tables
        .insertInto(SignInArtifact.table)
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(changing))
        .execute()
      if (model === 'AccessToken' && typeof payload['clientId'] === 'string') await this.#keepClient(tables, payload['clientId'], now)
    })
  }

  /** An artifact that has not expired; a refresh token that was just exchanged is not yet `consumed`. */
  async find(model: string, id: string): Promise<ArtifactPayload | undefined> {
    return await this.#read('key', artifactKey(model, id), id)
  }

  /** A session by the name that does not change with its id. */
  async findSession(uid: string): Promise<ArtifactPayload | undefined> {
    return await this.#read('session_key', artifactKey('session', uid))
  }

  /** Marks what may be used once as used; the first time counts. False for all others, also those that come at the same moment. */
  async consume(model: string, id: string): Promise<boolean> {
    const consumed = this.#codec.toRow({ consumed_at: this.#uses.clock.now() })
    const one = this.#uses.database.tables().updateTable(SignInArtifact.table).set(consumed)
    const used = one.where('key', '=', artifactKey(model, id)).where('consumed_at', 'is', null)
    return (await used.executeTakeFirst()).numUpdatedRows > 0n
  }

  /** Takes an artifact away: of many who ask at once, one gets it; undefined for the others, and once it has expired. */
  async take(model: string, id: string): Promise<ArtifactPayload | undefined> {
    const found = await this.find(model, id)
    return found && (await this.destroy(model, id)) ? found : undefined
  }

  /** Forgets an artifact; false where there was none. */
  async destroy(model: string, id: string): Promise<boolean> {
    const one = this.#uses.database.tables().deleteFrom(SignInArtifact.table).where('key', '=', artifactKey(model, id))
    return (await one.executeTakeFirst()).numDeletedRows > 0n
  }

  async #read(by: 'key' | 'session_key', value: string, id = ''): Promise<ArtifactPayload | undefined> {
    const row = await this.#uses.database
      .tables()
      .selectFrom(SignInArtifact.table)
      .selectAll()
      .where(by, '=', value)
      .where('expires_at', '>', this.#codec.toColumn('expires_at', this.#uses.clock.now()))
      .executeTakeFirst()
    if (!row) return undefined
    const { content, model, consumed_at } = this.#codec.fromRow(row)
    const stored: ArtifactPayload = JSON.parse(content.replaceAll(ID, id))
    const found = { ...stored, ...(id !== '' && { jti: id }) }
    return this.#isUsed(model, consumed_at) ? { ...found, consumed: true } : found
  }

  #isUsed(model: string, consumed_at: Date | null): boolean {
    if (consumed_at === null) return false
    return model !== 'RefreshToken' || this.#uses.clock.now().getTime() - consumed_at.getTime() > GRACE_S * 1000
  }

  // Seldom enough that not every token costs another write.
  async #keepClient(tables: ReturnType<Database['tables']>, clientId: string, now: Date): Promise<void> {
    const until = (seconds: number) => this.#codec.toColumn('expires_at', new Date(now.getTime() + seconds * 1000))
    await tables
      .updateTable(SignInArtifact.table)
      .set({ expires_at: until(USED_CLIENT_TTL) })
      .where('key', '=', artifactKey('Client', clientId))
      .where('expires_at', '<', until(USED_CLIENT_TTL - DAY_S))
      .execute()
  }
}

function textOf(model: string, id: string, { jti: _jti, ...payload }: ArtifactPayload & { readonly jti?: unknown }): string {
  // The cookie of the session is no business of the interaction.
  const session = model === 'Interaction' && isObject(payload['session']) ? payload['session'] : undefined
  const kept = session ? { ...payload, session: { ...session, cookie: undefined } } : payload
  const text = JSON.stringify(kept)
  return model === 'Client' ? text : text.replaceAll(id, ID)
}
