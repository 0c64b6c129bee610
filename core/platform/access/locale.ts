import { invalid } from '../../kernel/operation/errors.ts'

/** A language tag of BCP 47. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** A name of the IANA data base of time zones, and no offset: that would not know summer time. */
export function isTimeZone(name: string): boolean {
  try {
    void new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}

/** Throws `not_allowed` for a language or a time zone of a person that there is none of; null is unknown. */
export function checkLocale({
  language = null,
  timezone = null,
}: {
  readonly language?: string | null
  readonly timezone?: string | null
}): void {
  if (language !== null && !isLocale(language)) throw invalid('/language', 'not_allowed', `${language} is not a language tag`)
  if (timezone !== null && !isTimeZone(timezone)) throw invalid('/timezone', 'not_allowed', `${timezone} is not an IANA time zone`)
}
