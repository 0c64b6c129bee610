import { fold } from '../../kernel/values/fold.ts'
import { distanceOf } from '../../kernel/operation/nearest.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { newestMatching, type TextQuery } from '../../kernel/storage/records/text-match.ts'
import { chunks } from '../../kernel/storage/writing/chunks.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { indexed } from '../../kernel/storage/schema/text-entry.ts'

// In these a letter is mistaken for another one; folded words have no others of these alphabets.
const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρσςτυφχψω', 'абвгдежзиклмнопрстуфхцчшщъыьэюяіґєђјљњћџ'].map((each) => [
  ...each,
])
// Codes, numbers and addresses mean nothing but themselves.
const EXACT = /[\d@_/\\:#]|\.\S/
const SHORTEST = 4
const LONGEST = 20
/** From so many letters on, two of them may be wrong. */
const LONG = 8
/** Letters in which a long word may begin with one mistake, so that the index finds the words that begin so. */
const BEGINNING = 5
// What a stranger can ask for: each of these is a statement.
const MOST_LOOKED_UP = 8
const MOST_NEAR = 2
const MOST_READ = 200
// So many words are asked for at once, because a statement has the event loop to itself.
const WORDS_AT_ONCE = 100
const MOST_MEANT = 20

/**
 * What words of a text may mean that these records do not say, as the caller sees them: words that differ in one letter, or in two where they
 * are long and at most one is in the first five; of these the ones that the newest texts say. No others have an entry, so that a text of
 * which each word is said finds what it found before.
 */
export async function nearWords(records: Records, objects: readonly string[], text: string): Promise<NonNullable<TextQuery['near']>> {
  const near = new Map<string, readonly string[]>()
  const turns = new Turns(1)
  let unsaid = 0
  for (const letters of misspellable(text)) {
    if (unsaid === MOST_NEAR) break
    const word = indexed(letters)
    if ((await said(records, objects, [word], true, 1)).length > 0) continue
    unsaid += 1
    const meant = await (letters.length < LONG ? saidOf : meantBy)(records, objects, letters, turns)
    if (meant.length > 0) near.set(word, meant)
    if (turns.areOver()) await turns.next()
  }
  return near
}

/** The first words of a text in which a mistake is likely, each once, by their letters. */
function misspellable(text: string): string[][] {
  const parts = Object.groupBy(text.split(/\s+/), (each) => (EXACT.test(each) ? 'exact' : 'loose'))
  const exact = wordsOf(parts.exact)
  return [...wordsOf(parts.loose)]
    .filter((word) => !exact.has(word))
    .map((word) => [...word])
    .filter((letters) => letters.length >= SHORTEST && letters.length <= LONGEST && alphabetOf(letters))
    .slice(0, MOST_LOOKED_UP)
}

function wordsOf(parts: readonly string[] = []): Set<string> {
  return new Set(parts.flatMap((part) => fold(part).split(' ')))
}

function alphabetOf(letters: readonly string[]): readonly string[] | undefined {
  return alphabets.find((alphabet) => letters.every((letter) => alphabet.includes(letter)))
}

/** All words that differ in one letter: too many, missing, another one, or two that changed places. */
function oneAway(letters: readonly string[]): string[][] {
  const alphabet = alphabetOf(letters) ?? []
  const words = letters.flatMap((letter, at) => {
    const [before, behind] = [letters.slice(0, at), letters.slice(at + 1)]
    const [next, ...rest] = behind
    return [
      [...before, ...behind],
      ...(next === undefined ? [] : [[...before, next, letter, ...rest]]),
      ...alphabet.flatMap((other) => [
        [...before, other, ...behind],
        [...before, other, letter, ...behind],
      ]),
    ]
  })
  return [...words, ...alphabet.map((other) => [...letters, other])]
}

// Hundreds of words, most of which nobody says, would make the statements that come next slow.
async function saidOf(records: Records, objects: readonly string[], letters: readonly string[], turns: Turns): Promise<string[]> {
  const words = oneAway(letters)
  const found = new Set<string>()
  await eachWord(records, objects, [{ words, prefix: false }], turns, (word) => found.add(word))
  return words.map(indexed).filter((word) => found.delete(word))
}

// Too many words are two letters away to ask for each: the newest texts with a word that begins alike tell which there are.
async function meantBy(records: Records, objects: readonly string[], letters: readonly string[], turns: Turns): Promise<string[]> {
  const found = new Map<string, number>()
  const asked = [
    { words: oneAway(letters), prefix: false },
    { words: [letters.slice(0, BEGINNING), ...oneAway(letters.slice(0, BEGINNING))], prefix: true },
  ]
  await eachWord(records, objects, asked, turns, (word) => {
    const distance = differing(letters, word)
    if (distance !== undefined) found.set(word, distance)
  })
  const nearest = [...found].toSorted(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
  return nearest.slice(0, MOST_MEANT).map(([word]) => word)
}

/** Tells each word, once, of the newest texts that say one of those that are asked for. */
async function eachWord(
  records: Records,
  objects: readonly string[],
  asked: readonly { readonly words: readonly string[][]; readonly prefix: boolean }[],
  turns: Turns,
  tell: (word: string) => unknown,
) {
  const seen = new Set<string>()
  const steps = asked.flatMap(({ words, prefix }) => [...chunks(words, WORDS_AT_ONCE)].map((some) => ({ words: some, prefix })))
  for (const { words, prefix } of steps) {
    for (const { title, body } of await said(records, objects, words.map(indexed), prefix, MOST_READ)) {
      for (const word of `${String(title)} ${String(body)}`.split(' ')) {
        if (!seen.has(word)) tell(word)
        seen.add(word)
      }
      if (turns.areOver()) await turns.next()
    }
    if (turns.areOver()) await turns.next()
  }
}

/** In how many letters a word of an entry differs, if these are at most two. */
function differing(letters: readonly string[], word: string): number | undefined {
  const own = indexed(letters)
  // Letters beyond ASCII are spelled as five.
  const each = own.length / letters.length
  if (word.length % each !== 0 || Math.abs(word.length - own.length) > 2 * each) return undefined
  const others = each === 1 ? word : (word.match(/.{5}/g) ?? [])
  const distance = distanceOf(
    letters.map((letter) => indexed([letter])),
    others,
  )
  return distance <= 2 ? distance : undefined
}

function said(records: Records, objects: readonly string[], words: readonly string[], prefix: boolean, limit: number) {
  const { organization } = records.unit.actor
  const query = { organization, objects, readings: words.map((word) => [word]), prefix, titleOnly: false }
  return newestMatching(records.db, records.dialect, query, ['title', 'body'], limit)
}
