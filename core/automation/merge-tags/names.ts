/** Dates and countries as one language writes them. */
export interface Names {
  /** The long date: "27 November 2026". */
  date(moment: Date): string
  /** The name of the weekday. */
  weekday(moment: Date): string
  /** The name of the month. */
  month(moment: Date): string
  /** The name of a country by its ISO 3166-1 alpha-2 code; any other text as it is. */
  country(code: string): string
}

// Making a format takes a hundred times as long as using it.
const MOST_KEPT = 500
const kept = new Map<string, Names>()

/** Names in the first of these languages (BCP 47) that Intl knows, else in English, by the clock of a time zone. */
export function namesIn(languages: readonly (string | null | undefined)[], timezone: string): Names {
  const key = `${languages.join()} ${timezone}`
  let names = kept.get(key)
  if (!names) {
    names = makeNames(languages.find(isKnown) ?? 'en', timezone)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, names)
  }
  return names
}

function makeNames(locale: string, timeZone: string): Names {
  const formatOf = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    return (moment: Date) => format.format(moment)
  }
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  return {
    date: formatOf({ dateStyle: 'long' }),
    weekday: formatOf({ weekday: 'long' }),
    month: formatOf({ month: 'long' }),
    country: (code) => (/^[A-Za-z]{2}$/.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code),
  }
}

function isKnown(language: string | null | undefined): language is string {
  try {
    return typeof language === 'string' && Intl.DateTimeFormat.supportedLocalesOf(language).length === 1
  } catch {
    return false
  }
}
