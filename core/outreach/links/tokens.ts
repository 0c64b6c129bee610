import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

const kinds = ['open', 'click', 'unsubscribe', 'return'] as const
/** What a token is for: the pixel of a message, one of its links, its ways to unsubscribe, its return path. */
export type TokenKind = (typeof kinds)[number]

/** What a token names; nobody may rely on it before `isGenuine`. */
export interface ReadToken {
  readonly kind: TokenKind
  /** Of the message. */
  readonly id: string
  /** Of a link in it; 0 in other kinds. */
  readonly index: number
  readonly mac: Buffer
}

const letters: Readonly<Record<TokenKind, string>> = { open: 'o', click: 'c', unsubscribe: 'u', return: 'r' }
const MAC_BYTES = 16
const HEAD_BYTES = 19
const FORM = /^[A-Za-z0-9_-]{47}$/

/**
 * A token: base64url of kind, id, index and 16 bytes of an HMAC over these and the organization. It has no personal data and never expires.
 * `id` is a UUID, `index` at most 65,535.
 */
export function tokenOf(secret: Buffer, organization: string, kind: TokenKind, id: string, index = 0): string {
  const head = headOf(kind, id, index)
  return Buffer.concat([head, macOf(secret, organization, head)]).toString('base64url')
}

/** What a token names, or undefined where it is none; other spellings of the same bytes are refused. */
export function readToken(token: string): ReadToken | undefined {
  if (!FORM.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const letter = String.fromCharCode(bytes[0] ?? 0)
  const kind = kinds.find((each) => letters[each] === letter)
  if (kind === undefined || bytes.length !== HEAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
  const id = bytes.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { kind, id, index: bytes.readUInt16BE(17), mac: bytes.subarray(HEAD_BYTES) }
}

/** Whether this organization has made the token; takes the same time for every token. */
export function isGenuine(secret: Buffer, organization: string, { kind, id, index, mac }: ReadToken): boolean {
  return timingSafeEqual(mac, macOf(secret, organization, headOf(kind, id, index)))
}

function headOf(kind: TokenKind, id: string, index: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(letters[kind], 0, 'latin1')
  head.write(id.replaceAll('-', ''), 1, 'hex')
  head.writeUInt16BE(index, 17)
  return head
}

function macOf(secret: Buffer, organization: string, head: Buffer): Buffer {
  return createHmac('sha256', keyOf(secret)).update(head).update(organization).digest().subarray(0, MAC_BYTES)
}

// Each message has a token for each of its links, and making a key of bytes takes five times as long as the rest.
const keys = new WeakMap<Buffer, KeyObject>()

function keyOf(secret: Buffer): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret)
  keys.set(secret, key)
  return key
}
