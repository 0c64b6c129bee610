import { createECDH, createHash } from 'node:crypto'
import type { SignInKeys } from 'rapport-crm'

/** The private key of ES256 as JWK. */
interface SigningKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly alg: 'ES256'
  readonly use: 'sig'
  readonly kid: string
  readonly x: string
  readonly y: string
  readonly d: string
}

/** The keys of the authorization server, the same on every host: of id tokens, and of the signatures of cookies. */
export async function serverKeys(keys: SignInKeys): Promise<{ signing: SigningKey[]; cookies: Buffer[] }> {
  return { signing: (await keys.of('id tokens')).map(signingKey), cookies: [...(await keys.of('cookies'))] }
}

function signingKey(secret: Buffer): SigningKey {
  const d = Buffer.from(secret)
  // Below the order of the curve, whatever the secret is.
  d[0] = (d[0] ?? 0) & 0x7f
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 16)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url')) as [string, string]
  return { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid, x, y, d: d.toString('base64url') }
}
