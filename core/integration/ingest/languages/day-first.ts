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
// `custo` must not match `customer`.
const compounded = new Set(
  [...telling].filter((word) => word.length >= 5 && ![...english].some((each) => each.startsWith(word) || each.endsWith(word))),
)
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
  if (telling.has(word)) return true
  for (let length = 5; length < word.length; length++)
    if (compounded.has(word.slice(0, length)) || compounded.has(word.slice(-length))) return true
  return false
}

function wordsOf({ words }: { readonly words: Readonly<Record<string, string>> }): string[] {
  return Object.values(words).flatMap((each) => each.split(' '))
}
