import { isGenuine, readToken, tokenOf } from './tokens.ts'

const PLACE = '{token}'
/** Characters of a token. */
const LENGTH = 47
const MOST_LOCAL = 200

/** The address to which reports on a message go: the one that the mailbox has for this, with the token of the message in it. */
export function returnPathOf(template: string, secret: Buffer, organization: string, email: string): string {
  return template.replace(PLACE, () => tokenOf(secret, organization, 'return', email))
}

/** The address that `returnPathOf` makes of a template for some message; undefined where it has not one place for the token. */
export function exampleOf(template: string): string | undefined {
  const parts = template.split(PLACE)
  return parts.length === 2 ? parts.join('x'.repeat(LENGTH)) : undefined
}

/** The message whose return path is among these addresses, whatever stands around its token there; undefined where there is none. */
export function returnedId(addresses: readonly string[], secret: Buffer | undefined, organization: string): string | undefined {
  if (!secret) return undefined
  for (const address of addresses) {
    const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).slice(-MOST_LOCAL)
    for (let at = 0; at + LENGTH <= local.length; at += 1) {
      const token = readToken(local.slice(at, at + LENGTH))
      if (token?.kind === 'return' && isGenuine(secret, organization, token)) return token.id
    }
  }
  return undefined
}
