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
