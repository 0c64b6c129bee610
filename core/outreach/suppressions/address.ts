import { hash } from 'node:crypto'
import { domainToASCII } from 'node:url'

// What no address may contain; letters of any alphabet may stand in front of the `@`.
// eslint-disable-next-line no-control-regex
const LOCAL = /^[^\s@"(),:;<>[\]\\\u0000-\u001f\u007f]{1,64}$/u
const DOMAIN = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** An address as it is compared: in lower case, its domain in ASCII (A-labels); undefined where it is no valid address. */
export function comparedAddress(address: string): string | undefined {
  const text = address.normalize('NFC').trim()
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at).toLowerCase(), comparedDomain(text.slice(at + 1))]
  if (at < 1 || domain === undefined || !LOCAL.test(local)) return undefined
  return `${local}@${domain}`
}

/** What is suppressed as it is compared: an address, or `*@` and a domain; undefined where it is neither. */
export function comparedValue(value: string): string | undefined {
  const text = value.trim()
  if (!text.startsWith('*@')) return comparedAddress(text)
  const domain = comparedDomain(text.slice(2))
  return domain && `*@${domain}`
}

/** The value that suppresses the whole domain of an address in compared form. */
export function wholeDomain(compared: string): string {
  return `*${compared.slice(compared.lastIndexOf('@'))}`
}

/** By what a value in compared form is found, also after its person was erased: SHA-256 in hexadecimal digits. */
export function hashOf(compared: string): string {
  return hash('sha256', compared, 'hex')
}

function comparedDomain(domain: string): string | undefined {
  if (domain.length > 253) return undefined
  const ascii = domainToASCII(domain.toLowerCase())
  return DOMAIN.test(ascii) ? ascii : undefined
}
