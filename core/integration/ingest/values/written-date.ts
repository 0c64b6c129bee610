import { readLanguages } from '../../../kernel/values/read-languages.ts'
import { type DateReading, unreadableDate, calendarDate } from './calendar-date.ts'
import { fullYear } from './calendar-date.ts'

/** Reads a date whose month is a word: `14 mars 2025`. */
export function parseWrittenDate(text: string): DateReading {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(?:de|del|le|der|den|st|nd|rd|th|er)\b|[.,]/g, ' ')
    .replace(/[-/]/g, ' ')
  const words = folded.split(/\s+/).filter((word) => word !== '')
  const at = words.findIndex((word) => months().has(word))
  if (at < 0 || words.length > 6) return unreadableDate
  const month = months().get(words[at] ?? '') ?? 0
  const numbers = words.filter((word) => /^\d{1,4}(?:st|nd|rd|th|er|o)?$/.test(word)).map((word) => word.replace(/\D/g, ''))
  const yearText = numbers.find((number) => number.length === 4) ?? numbers.at(-1)
  const year = fullYear(yearText ?? '')
  const date = numbers.find((number) => number !== yearText)
  // A month alone ("déc.-25") is no day.
  return year === null || date === undefined ? unreadableDate : calendarDate(year, month, Number(date))
}

let monthNames: Map<string, number> | null = null

/** Month names of the languages that headers are read in, long and short, without accents and dots. */
function months(): ReadonlyMap<string, number> {
  if (monthNames) return monthNames
  monthNames = new Map(Object.entries({ sept: 9, mrz: 3, maer: 3, sep: 9, dez: 12 }))
  for (const locale of readLanguages)
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' })
      for (let index = 0; index < 12; index++) {
        const name = format
          .format(Date.UTC(2024, index, 15))
          .normalize('NFKD')
          .replace(/\p{M}/gu, '')
          .replace('.', '')
          .toLowerCase()
        if (!monthNames.has(name)) monthNames.set(name, index + 1)
      }
    }
  return monthNames
}
