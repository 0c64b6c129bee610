import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Closed, Text } from '../../kernel/operation/schema/schema.ts'
import type { RawAnswer } from '../../kernel/operation/schema/page.ts'
import { validate } from '../../kernel/operation/validate.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { SignIn } from '../../platform/access/sign-in.ts'
import { allowedOrigins } from './key-origins.ts'
import { Identification, TrackedPages } from './schema.ts'
import { scriptIntegrity, trackingScript } from './script.ts'
import { Tracking } from './tracking.ts'
import { trackingActor } from './tracking-actor.ts'

/** A request of the script. */
export interface ScriptRequest {
  readonly body?: Uint8Array
  readonly origin?: string | null
  readonly agent?: string
  readonly ip?: string | null
}

const MOST_BYTES = 262_144
const key = Type.Object({ key: Text(200, { minLength: 1 }) })
const VisitsBody = Closed({ ...key.properties, ...TrackedPages.properties })
const IdentifyBody = Closed({ ...key.properties, ...Identification.properties })
const json = 'application/json'

/** What the script on web sites asks for. */
export class PublicTracking {
  static readonly uses = { signIn: SignIn, units: Units }
  readonly #uses: Resolved<typeof PublicTracking.uses>

  constructor(uses: Resolved<typeof PublicTracking.uses>) {
    this.#uses = uses
  }

  /** The script itself, which pages of any site may load. */
  async script(): Promise<RawAnswer> {
    const headers = {
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      etag: `"${scriptIntegrity}"`,
    }
    return await Promise.resolve({ status: 200, media: 'text/javascript; charset=utf-8', content: trackingScript, headers })
  }

  /** Stores what a page tells of visits. Throws `unauthenticated`, `insufficient_scope`, `invalid_input`. */
  async track(request: ScriptRequest): Promise<RawAnswer> {
    const { key: secret, visits } = parsed(VisitsBody, request)
    const actor = await this.#actorOf(secret, request)
    const origins = await allowedOrigins(this.#uses.units, actor)
    const told = { agent: request.agent ?? '', origins }
    const answer = await this.#uses.units.write(trackingActor(actor), (resolve) => resolve(Tracking).track(visits, told))
    return answered(answer, request)
  }

  /** Says who the visitor of a page is, by the signature of the host application. Throws as `track` does, and `forbidden`. */
  async identify(request: ScriptRequest): Promise<RawAnswer> {
    const { key: secret, ...who } = parsed(IdentifyBody, request)
    const actor = await this.#actorOf(secret, request)
    const found = await this.#uses.units.write(trackingActor(actor), (resolve) => resolve(Tracking).identify(who, true))
    return answered({ visitor_id: found.visitor_id }, request)
  }

  async #actorOf(secret: string, { origin = null, ip }: ScriptRequest): Promise<CurrentActor> {
    const actor = new CurrentActor(await this.#uses.signIn.authenticate(secret, { ip: ip ?? undefined, site: origin }))
    // Whoever sends no origin is no page of a site.
    if (!actor.scopes.has('write') && !(actor.widget && origin !== null))
      throw new CrmError('insufficient_scope', 'Tracking needs a widget-only key in a page of a site, or the scope write', {
        scopes: ['write'],
      })
    return actor
  }
}

function answered(value: object, { origin }: ScriptRequest): RawAnswer {
  const headers = {
    vary: 'Origin',
    ...(origin && { 'access-control-allow-origin': origin, 'cross-origin-resource-policy': 'cross-origin' }),
  }
  return { status: 200, media: json, content: JSON.stringify(value), headers }
}

function parsed<S extends TSchema>(schema: S, { body = new Uint8Array() }: ScriptRequest): Static<S> {
  if (body.length > MOST_BYTES) throw new CrmError('too_large', 'Tracking takes at most 256 KiB at once')
  let value: unknown
  try {
    // Texts as both databases take them: a title may be cut in the middle of a character, and strangers send anything.
    value = JSON.parse(new TextDecoder().decode(body), (_name, each: unknown) =>
      typeof each === 'string' ? each.replaceAll('\0', '').toWellFormed() : each,
    )
  } catch {
    throw new CrmError('invalid_input', 'The body is no JSON')
  }
  validate(schema, value, 'tracking')
  // It has just been checked.
  return value as Static<S>
}
