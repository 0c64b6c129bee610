import { readHeader } from './headers.ts'
import { languages } from './all.ts'

const english = new Set(languages.filter(({ code }) => code === 'en').flatMap(wordsOf))
// All languages but English write the day first everywhere; a word that English shares decides nothing.
const telling = new Set(
  languages
    .filter(({ code }) => code !== 'en')
    .flatMap(wordsOf)
    .filter((word) => word.length > 2 && !english.has(word)),
)
// The least letters by which a word is known within a longer one.
const PART = 5
// `custo` must not match `customer`.
const ofEnglish = new Set([...english].flatMap(endsOf))
const compounded = new Set([...telling].filter((word) => word.length >= PART && !ofEnglish.has(word)))
const ENOUGH = 2

/** True when the headers of a batch are of a language other than English, so that 02/03/2026 is the second of March. */
export function writesDayFirst(paths: readonly string[]): boolean {
  let found = 0
  for (const path of paths) {
    const { text } = readHeader(path.split(/[/.]/).at(-1) ?? '')
    if (text.split(' ').some(tells) && ++found >= ENOUGH) return true
  }
  return false
}

// German writes its words together: Rechnungsdatum.
function tells(word: string): boolean {
  return telling.has(word) || endsOf(word).some((part) => part !== word && compounded.has(part))
}

/** What a word begins and ends with, the whole word included. */
function endsOf(word: string): string[] {
  const parts: string[] = []
  for (let length = PART; length <= word.length; length++) parts.push(word.slice(0, length), word.slice(-length))
  return parts
}

function wordsOf({ words }: { readonly words: Readonly<Record<string, string>> }): string[] {
  return Object.values(words).flatMap((each) => each.split(' '))
}
