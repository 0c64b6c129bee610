import { isCommonPassword, SHORTEST_COMMON } from './common-passwords.ts'
import { invalid } from '../../kernel/operation/errors.ts'

/** Characters of a password: at least, and at most so that nobody has the host hash megabytes. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const

// What must remain of a password without the words that are near at hand.
const LEAST_REMAINS = 8
// Shorter words are parts of others.
const SHORTEST_WORD = 4
const PRODUCT = ['rapport', 'password', 'passwort', 'crm']

/**
 * Refuses a password that is too short or too long, or that consists of words near at hand: the product, the address of the account, the
 * names of its organizations. Throws `invalid_input`. Any characters are allowed, and none are changed.
 */
export function checkPassword(password: string, near: readonly string[], path = '/password'): void {
  // Counted by what people see as one character, as near as code points come to it.
  const length = [...password].length
  if (length < PASSWORD_LENGTH.min)
    throw invalid(path, 'too_short', `A password needs at least ${PASSWORD_LENGTH.min} characters; a sentence is a good one`)
  if (length > PASSWORD_LENGTH.max) throw invalid(path, 'too_long', `A password has at most ${PASSWORD_LENGTH.max} characters`)
  const words = [...PRODUCT, ...near.flatMap(wordsOf)].filter((word) => word.length >= SHORTEST_WORD || word === 'crm')
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  if (rest.length < LEAST_REMAINS)
    throw invalid(path, 'not_allowed', 'The password consists of words that are easy to guess, such as the name of the organization')
  if (isMostlyCommon(password.toLowerCase()))
    throw invalid(path, 'not_allowed', 'The password is, but for a few characters, one of those that are tried first')
}

// What is long enough is seldom in a list as it is, but often a common password with something before or behind it.
function isMostlyCommon(text: string): boolean {
  const least = Math.max(SHORTEST_COMMON, text.length - LEAST_REMAINS + 1)
  for (let length = text.length; length >= least; length -= 1)
    for (let from = 0; from + length <= text.length; from += 1) if (isCommonPassword(text.slice(from, from + length))) return true
  return false
}

function wordsOf(text: string): string[] {
  const folded = text.toLowerCase()
  return [folded, ...folded.split(/[^\p{L}\p{N}]+/u)]
}
