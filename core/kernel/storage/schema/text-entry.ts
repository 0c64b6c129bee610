import { createHash } from 'node:crypto'
import { bigInteger, readOnly, text, uuid } from '../../operation/schema/fields.ts'
import { fold } from '../../values/fold.ts'
import { entity } from './entity.ts'

const fields = {
  /** Grows with every write of the text, so that the newest of equal matches comes first on both databases. */
  id: readOnly(bigInteger()),
  user_from: readOnly(text()),
  /** Plural, as in paths. */
  object: readOnly(text()),
  record_id: readOnly(uuid()),
  /** Organization and object as one word, by which the index is limited to both before anything else. */
  scope: readOnly(text()),
  /** What a record is called by, as words; a match there counts more than one in the body. */
  title: readOnly(text()),
  body: readOnly(text()),
}
const schema = entity('TextEntry', 'search_entries', fields, {
  indexes: [['record_id']],
  ownership: { type: 'object', id: 'record_id' },
})

/** What full-text search knows of a live record; the index of the database follows it in the same statement. */
export class TextEntry extends schema.class {}
schema.setClass(TextEntry)

const MAX_WORDS = 400
const MAX_LETTERS = 40
// Scripts that are written without spaces: each character is a word, so that any part of a text is found.
const SOLID = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/u

/**
 * The words of a text as both indexes know them: without accents and case, letters beyond ASCII spelled out, so that no
 * tokenizer of a database sees them differently.
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  // The words of most texts need none of what follows.
  if (ASCII_WORDS.test(folded))
    return folded
      .split(' ', MAX_WORDS)
      .filter(Boolean)
      .map((word) => word.slice(0, MAX_LETTERS))
  return folded
    .split(' ')
    .flatMap((word) => (ASCII.test(word) ? word : word.split(SOLID)))
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => (ASCII.test(word) ? word.slice(0, MAX_LETTERS) : indexed([...word].slice(0, MAX_LETTERS))))
}

/** A folded word as the indexes have it, by its letters. */
export function indexed(letters: readonly string[]): string {
  return letters.map(spelled).join('')
}

/** What the index keeps of texts: their words, and those that people write apart or as one. */
export function keptWords(texts: readonly string[]): string[] {
  const readings = texts.map(readingsOf)
  const words = readings.flatMap(([plain = []]) => plain)
  const known = new Set(words)
  const further = new Set(readings.flatMap(([, glued = []]) => glued.filter((word) => !known.has(word))))
  const all = [...words, ...further]
  return all.length > MAX_WORDS ? [...all.slice(0, MAX_WORDS - 1), CUT] : all
}

/** Says of an entry that it does not have all words of its record. */
export const CUT = 'zzcut'

/** The words of a text, then those of it with numbers and names written as one, where that differs: `030 12 34`, `O'Neil`. */
export function readingsOf(text: string): string[][] {
  const plain = wordsOf(text)
  const asOne = GLUED.test(text) ? writtenAsOne(text) : text
  if (asOne === text) return [plain]
  const words = wordsOf(asOne)
  return words.join(' ') === plain.join(' ') ? [plain] : [plain, words]
}

function writtenAsOne(text: string): string {
  return text
    .replaceAll(APOSTROPHE, '')
    .replaceAll(DIALLED, (number) => (/^(?:\D*\d){5,20}\D*$/.test(number) ? ` ${digitsOf(number)} ` : number))
}

// What neither of the following finds anything without, and costs less to look for.
const GLUED = /['’‘ʼ`´]|\d[\s()./–-]*\d/
const APOSTROPHE = /(?<=\p{L})['’‘ʼ`´](?=\p{L})/gu
// As telephone numbers are typed; "+49 (0)30" writes the trunk prefix that the international form leaves out.
const DIALLED = /(?<![\p{L}\d])(?:\+|00)?\(?\d[\d\s()./–-]*\d(?![\p{L}\d])/gu
const digitsOf = (number: string) =>
  number
    .replace(/^(\+|00)/, (mark) => (mark === '00' ? '+' : mark))
    .replace(/^(\+\d{1,3}\s*)\(0\)/, '$1')
    .replaceAll(/\D/g, '')

const scopes = new Map<string, string>()
const KNOWN_SCOPES = 10_000

/** The word that stands for one object of one organization. */
export function scopeWord(organization: string, object: string): string {
  const scope = `${organization}\n${object}`
  const word = scopes.get(scope) ?? `o${createHash('sha256').update(scope).digest('hex').slice(0, 15)}`
  if (scopes.size < KNOWN_SCOPES) scopes.set(scope, word)
  return word
}

const ASCII = /^[a-z\d]*$/
const ASCII_WORDS = /^[a-z\d ]*$/

function spelled(letter: string): string {
  return ASCII.test(letter) ? letter : `z${letter.codePointAt(0)?.toString(36).padStart(4, '0')}`
}
