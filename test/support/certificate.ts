import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A certificate with its key, both PEM. */
export type Certificate = { readonly cert: string; readonly key: string }

/** Options of `selfSigned`. */
export type CertificateOptions = {
  /** Names and addresses that the certificate stands for. */
  readonly hosts: readonly string[]
  readonly notBefore?: Date
  /** Default: the "no expiry" date of RFC 5280. */
  readonly notAfter?: Date
}

/** A self-signed P-256 certificate with its key, both PEM; pass it as `ca` to trust it. */
export function selfSigned({
  hosts,
  notBefore = new Date(0),
  notAfter = new Date('9999-12-31T23:59:59Z'),
}: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid.commonName, der(0x0c, Buffer.from('Rapport test receiver')))))
  const certified = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    sequence(oid.ecdsaWithSha256),
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid.subjectAltName, der(0x04, sequence(...hosts.map(alternativeName)))))),
  )
  const signature = sign('sha256', certified, privateKey)
  const whole = sequence(certified, sequence(oid.ecdsaWithSha256), der(0x03, Buffer.from([0]), signature))
  return { cert: pem('CERTIFICATE', whole), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

const oid = {
  commonName: der(0x06, Buffer.from([0x55, 0x04, 0x03])),
  subjectAltName: der(0x06, Buffer.from([0x55, 0x1d, 0x11])),
  ecdsaWithSha256: der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])),
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, Buffer.from(ipaddr.parse(host).toByteArray()))
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(0, 14)
  // RFC 5280: two-digit years until 2049, four-digit ones from then on.
  return digits < '2050' ? der(0x17, Buffer.from(`${digits.slice(2)}Z`)) : der(0x18, Buffer.from(`${digits}Z`))
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, ...parts)
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes)
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const long = content.length < 0x100 ? [0x81, content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from(content.length < 0x80 ? [tag, content.length] : [tag, ...long]), content])
}

function pem(label: string, bytes: Buffer): string {
  return `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`
}
