import { undivided } from './fold.ts'

/** How many characters of a text decide where it stands: an index holds no more. */
export const ORDERED = 100

/**
 * The key by which texts are put in the order of people: case, accents and width do not count, and letters with a stroke stand where those
 * without it do. Compared by code point, which keeps alphabets apart. `textOrder` says the same to PostgreSQL.
 */
export function orderKey(text: string): string {
  if (ASCII.test(text)) return text.slice(0, ORDERED).toLowerCase()
  const plain = text.normalize('NFKD').toLowerCase()
  const key = OTHERS.test(plain) ? plain.replaceAll(EACH_OTHER, (letter) => spelled[letter] ?? '') : plain
  return key.length > ORDERED ? [...key].slice(0, ORDERED).join('') : key
}

/** Marks that make no other letter of one: the words of both JavaScript and PostgreSQL for the class of them. */
export const marks = String.raw`[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u3099\u309a]`

/** Letters that sort as others do. */
export const spelled: Readonly<Record<string, string>> = { ...undivided, ς: 'σ' }

const ASCII = /^[\0-\x7f]*$/
const OTHERS = new RegExp(`${marks}|[${Object.keys(spelled).join('')}]`)
const EACH_OTHER = new RegExp(OTHERS, 'g')
