import { readHeader } from '../languages/headers.ts'
import type { Column } from '../read/table.ts'

/**
 * Reads titles without what all columns of a batch have in common: the letters of their table, before (`DO_Piece`) or after (`CODCLI`),
 * or of their type (`cName`).
 */
export function titleReader(columns: readonly Column[]): (title: string) => string {
  const titles = columns.map(({ segments }) => segments.at(-1) ?? '')
  const before = common(titles, 3, /^[A-Za-z]{1,4}_/)
  if (before !== null) return (title) => (title.startsWith(before) ? title.slice(before.length) : title)
  const glued = gluedBefore(titles)
  if (glued !== null) return (title) => (title.startsWith(glued) ? title.slice(glued.length) : title)
  const shared = sharedWords(titles)
  if (shared > 0) return (title) => title.slice(shared)
  const behind = common(titles, 5, /(?<=^(?:[A-Z]{3,4}|[a-z]{3,4}\d?))(?:[A-Z]{3}|[a-z]{3})$/)
  if (behind !== null)
    return (title) =>
      /^(?:[A-Z]{6,7}|[a-z]{6,7}|[a-z]{3,4}\d[a-z]{3})$/.test(title) && title.endsWith(behind) ? title.slice(0, -behind.length) : title
  const typed = titles.filter((title) => typeLetter.test(title))
  const letters = new Set(typed.map((title) => title[0]))
  if (typed.length < 4 || typed.length < titles.length * 0.6 || letters.size < 2) return (title) => title
  return (title) => (typeLetter.test(title) ? (title.startsWith('k') ? `${title.slice(1)} Id` : title.slice(1)) : title)
}

/** How many titles are read before others have their turn. */
const atATime = 32

/** Reads the titles of columns, with pauses; what they say is kept for whoever reads them next. */
export function* readTitles(columns: readonly Column[]): Generator<void, void> {
  for (const [at, { segments }] of columns.entries()) {
    readHeader(segments.at(-1) ?? '')
    if (at % atATime === atATime - 1) yield
  }
}

/** The letters that all titles in capitals begin with, `OXORDERNR` and `OXBILLCITY`: those of the system. */
function gluedBefore(titles: readonly string[]): string | null {
  const [first = ''] = titles
  if (titles.length < 6 || !titles.every((title) => /^[A-Z]{3}[A-Z0-9_]*$/.test(title))) return null
  // One letter alone may be chance.
  const lengths = titles.length < 15 ? [4, 3, 2] : [4, 3, 2, 1]
  const length = lengths.find((each) => titles.every((title) => title.startsWith(first.slice(0, each)) && title.length > each))
  return length === undefined ? null : first.slice(0, length)
}

/** How many letters of whole words all titles begin with, `itemRowPrice` and `itemRowTotal`: they say what all columns are of. */
function sharedWords(titles: readonly string[]): number {
  const [first = ''] = titles
  if (titles.length < 5 || !titles.every((title) => /^[A-Za-z\d]+$/.test(title))) return 0
  const starts = [...first.matchAll(/(?<=[a-z])(?=[A-Z])/g)].map(({ index }) => index).toReversed()
  return starts.find((at) => titles.every((title) => title.startsWith(first.slice(0, at)) && /^[A-Z]/.test(title.slice(at)))) ?? 0
}

/**
 * Removes the rate from the title of the only tax column that names one, `TVA 20 %`: it holds the tax of the document. Several such
 * columns hold parts of it.
 */
export function withoutRate(columns: readonly Column[]): (title: string) => string {
  const titles = columns
    .map(({ segments }) => segments.at(-1) ?? '')
    .filter((title) => rated.test(title) && readHeader(title).words.includes('tax'))
  return (title) => (titles.length === 1 && title === titles[0] ? title.replace(rated, '$1$2') : title)
}

const rated = /^(?:([\p{L} .-]{2,30}?)\s?\(?\d{1,2}(?:[.,]\d{1,2})?\s?%\)?|\d{1,2}(?:[.,]\d{1,2})?\s?% ?([\p{L}][\p{L} .-]{1,29}))$/u

/** Removes the currency from titles, `Volumen EUR`, where all name the same; with two currencies each has its own amount. */
export function withoutCurrency(columns: readonly Column[]): (title: string) => string {
  const named = new Set(columns.flatMap(({ segments }) => currencyAtEnd.exec(segments.at(-1) ?? '')?.[1]?.toUpperCase() ?? []))
  return named.size === 1 ? (title) => title.replace(currencyAtEnd, '') : (title) => title
}

const currencyAtEnd = /(?<=[\p{L}.][ _])(EUR|USD|GBP|CHF)$/u

const documents = ['order', 'document', 'sale', 'invoice']
const ownNames: Readonly<Record<string, string>> = { invoices: 'invoice', orders: 'order', quotes: 'quote', credit_notes: 'creditnote' }

/**
 * Titles of a table that keeps documents of several types under one name: where the type of an order says "invoice" in all records, the
 * number and the date of the order are those of the invoice.
 */
export function asTyped(columns: readonly Column[], object: string): (title: string) => string {
  const own = ownNames[object] ?? ''
  const titles = columns.flatMap(({ segments: [title = '', ...more], sample }) =>
    more.length === 0 ? { ...readHeader(title), sample } : [],
  )
  const typed = titles.find(
    ({ words, sample }) =>
      words.length === 2 &&
      words[1] === 'type' &&
      documents.includes(words[0] ?? '') &&
      words[0] !== own &&
      sample.length > 0 &&
      sample.every((value) => readHeader(String(value)).words.join() === own),
  )
  if (!typed || titles.some(({ words }) => words.includes(own))) return (title) => title
  return (title) => {
    const { words } = readHeader(title)
    return words.length > 1 && words[0] === typed.words[0] ? [own, ...words.slice(1)].join(' ') : title
  }
}

/** The letter of a type before a name: c(haracters), f(loat), d(ate), k(ey) and their like. */
const typeLetter = /^[abcdfiklmnstu](?=[A-Z])/

/** The letters that most titles share, from `least` titles on. */
function common(titles: readonly string[], least: number, letters: RegExp): string | null {
  const counts = new Map<string, number>()
  for (const title of titles) {
    const found = letters.exec(title)?.[0]
    if (found) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most && most[1] >= least && most[1] >= titles.length * 0.6 ? most[0] : null
}
