import { invalid } from '../../kernel/operation/errors.ts'

/** Whether a text is a language tag of BCP 47. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Whether a text is a time zone of the IANA database; offsets are not, as they have no summer time. */
export function isTimeZone(name: string): boolean {
  try {
    void new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}

/** Throws `invalid_input` (`not_allowed`) for an unknown language or time zone of a person; null is allowed. */
export function checkLocale({
  language = null,
  timezone = null,
}: {
  readonly language?: string | null
  readonly timezone?: string | null
}): void {
  if (language !== null && !isLocale(language))
    throw invalid('/language', 'not_allowed', `"${language}" is not a language tag such as en or de-AT`)
  if (timezone !== null && !isTimeZone(timezone))
    throw invalid('/timezone', 'not_allowed', `"${timezone}" is not an IANA time zone such as Europe/Vienna`)
}
