import type * as Oidc from 'oidc-provider'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { ArtifactPayload, Grants } from 'rapport-crm'

// Bytes of what a program says about itself: anybody may register, and each registration stays for a day at least.
const MOST_CLIENT_BYTES = 8 * 1024

/** The memory of one kind of artifact, in the database of the engine. */
export class Store implements Adapter {
  readonly #grants: Grants
  readonly #model: string
  readonly #errors: typeof Oidc.errors

  constructor(grants: Grants, model: string, errors: typeof Oidc.errors) {
    this.#grants = grants
    this.#errors = errors
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    // Programs that register name scopes that they know; what they ask for later is judged by the consent alone.
    const { scope: _, ...client } = payload
    const kept: ArtifactPayload = this.#model === 'Client' ? client : payload
    if (this.#model === 'Client' && Buffer.byteLength(JSON.stringify(kept)) > MOST_CLIENT_BYTES)
      throw new this.#errors.InvalidClientMetadata(`the metadata has more than ${MOST_CLIENT_BYTES} bytes`)
    await this.#grants.artifacts.upsert(this.#model, id, kept, expiresIn)
    if (this.#model === 'AccessToken' && payload.grantId) await this.#grants.noteUse(payload.grantId)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return await this.#grants.artifacts.find(this.#model, id)
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return await this.#grants.artifacts.findSession(uid)
  }

  // Of the device flow, which is off.
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  async consume(id: string): Promise<void> {
    const { artifacts } = this.#grants
    if ((await artifacts.consume(this.#model, id)) || this.#model !== 'AuthorizationCode') return
    // Of two that come with one code at the same moment, the library has let both pass: as if the second had come later.
    const grantId = (await artifacts.find(this.#model, id))?.['grantId']
    if (typeof grantId === 'string') await this.#grants.end(grantId)
    throw new this.#errors.InvalidGrant('authorization code already consumed')
  }

  async destroy(id: string): Promise<void> {
    await (this.#model === 'Grant' ? this.#grants.end(id) : this.#grants.artifacts.destroy(this.#model, id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#grants.end(grantId)
  }
}
