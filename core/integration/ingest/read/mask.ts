import { readHeader } from '../languages/headers.ts'

const secretWords = new Set(
  (
    'password passwort passwd pwd contrasena motdepasse kennwort secret token iban bic swift cvv cvc ssn pin bankverbindung ' +
    'kontonummer apikey credential credentials authorization signature bearer'
  ).split(' '),
)
const secretPairs = 'api key,api cle,private key,access key,credit card,card number,bank account,account bank,mot passe,routing number'
  .split(',')
  .map((pair) => pair.split(' '))
const hint = /pas|pwd|contrase|kenn|secret|token|iban|bic|swift|cv[vc]|ssn|pin|key|cred|auth|sign|bear|card|bank|konto|rout|cl[eé]/i
const longest = 80

/** True for headers whose values are never stored as custom fields nor echoed: iban, password, token, api key. */
export function isSecret(header: string): boolean {
  // Most headers have no letter combination of a secret at all: the test is cheaper than reading them.
  if (!hint.test(header)) return false
  const { text, words } = readHeader(header)
  const parts = new Set([...text.split(' '), ...words])
  for (const part of parts) if (secretWords.has(part)) return true
  return secretPairs.some(([first = '', second = '']) => parts.has(first) && parts.has(second))
}

// An IBAN or a long opaque token is a secret wherever it stands.
const secretValue =
  /^(?:[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?|(?:sk|pk|rk|ghp|xox[abp])[_-][\w-]{8,200}|eyJ[\w-]{10,200}\.[\w.-]{0,400})$/

/** True for values that are secret whatever their header says. */
export const isSecretValue = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 11 && value.length < 700 && secretValue.test(value)

/** A value as shown in reasons and samples: at most 80 characters, secrets masked. */
export function excerpt(value: unknown, header: string): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const short = text
    .slice(0, longest * 2)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  if (isSecret(header) || secretValue.test(short)) return '***'
  return short.length > longest ? `${short.slice(0, longest - 1)}…` : short
}
