const legalForm = /\b(?:inc|corp|llc|ltd|limited|gmbh|ag|kg|ohg|ug|sarl|sas|sa|eurl|sl|slu|bv|nv|spa|srl|co|plc|pty|company)\b\.?/i
const particles = new Set(['de', 'del', 'della', 'di', 'da', 'du', 'van', 'von', 'der', 'den', 'la', 'le'])

/** Splits a one-field person name: "Last, First" or exactly two words; anything else stays whole as the last name. */
export function splitName(source: string): { first?: string; last: string } {
  const comma = source.indexOf(',')
  if (comma > 0 && source.indexOf(',', comma + 1) < 0) {
    const last = source.slice(0, comma).trim()
    const first = source.slice(comma + 1).trim()
    if (first !== '' && last !== '' && !legalForm.test(first)) return { first, last }
  }
  const [first, last, more] = source.split(' ')
  if (first && last && more === undefined && !particles.has(first.toLowerCase())) return { first, last }
  return { last: source }
}

/** True for a name that ends like a company and not like a person. */
export const isCompanyName = (source: string): boolean => legalForm.test(source)

/** How people are addressed: a form of address is not a name. */
export const salutation =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|herrn?|frau|hr|fr|firma|fa|m|mme|mlle|sr|sra|srta|don|dona|doctor|sir|madam|dhr|mevr|de heer|mevrouw)\.?$/i
