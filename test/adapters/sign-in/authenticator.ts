import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** How an answer differs from a right one. */
export interface Faults {
  readonly origin?: string
  readonly site?: string
  readonly type?: string
  /** Of the device, instead of the next one. */
  readonly counter?: number
  /** Whether it has asked its owner. */
  readonly verified?: boolean
  readonly userHandle?: string | null
  /** Format and statement of the attestation, in CBOR. */
  readonly attestation?: Buffer
}

/** A device with one passkey, without a browser: it signs what it is asked to (WebAuthn, level 3). */
export class Authenticator {
  readonly #origin: string
  readonly #id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #user = ''
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Answers the question for a new passkey. */
  create(options: any, faults: Faults = {}): string {
    this.#user = options.user.id
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
    const key = Buffer.concat([head, Buffer.from(x!, 'base64url'), Buffer.from([0x22, 0x58, 0x20]), Buffer.from(y!, 'base64url')])
    const length = Buffer.from([0, this.#id.length])
    const data = Buffer.concat([this.#data(0x40, faults), Buffer.alloc(16), length, this.#id, key])
    const none = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])])
    const attestation = Buffer.concat([Buffer.from([0xa3]), faults.attestation ?? none, text('authData'), bytes(data)])
    const response = { clientDataJSON: this.#client('webauthn.create', options.challenge, faults), attestationObject: base64(attestation) }
    return this.#answer({ ...response, transports: ['internal'] })
  }

  /** Answers the question of a sign-in. */
  get(options: any, faults: Faults = {}): string {
    const clientDataJSON = this.#client('webauthn.get', options.challenge, faults)
    const data = this.#data(0, faults)
    const signed = Buffer.concat([data, createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()])
    const signature = createSign('sha256')
      .update(signed)
      .sign(this.#keys.privateKey as KeyObject)
    const userHandle = faults.userHandle === undefined ? this.#user : faults.userHandle
    const response = { clientDataJSON, authenticatorData: base64(data), signature: base64(signature) }
    return this.#answer({ ...response, ...(userHandle !== null && { userHandle }) })
  }

  #answer(response: object): string {
    const id = base64(this.#id)
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  #client(type: string, challenge: string, faults: Faults): string {
    const client = { type: faults.type ?? type, challenge, origin: faults.origin ?? this.#origin, crossOrigin: false }
    return base64(Buffer.from(JSON.stringify(client)))
  }

  #data(flags: number, { site = new URL(this.#origin).hostname, verified = true, counter }: Faults): Buffer {
    this.counter = counter ?? this.counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter)
    return Buffer.concat([createHash('sha256').update(site).digest(), Buffer.from([flags | 0x01 | (verified ? 0x04 : 0)]), count])
  }
}

export const base64 = (data: Buffer) => data.toString('base64url')

/** A short text in CBOR. */
export const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/** Bytes in CBOR. */
export function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value])
}
