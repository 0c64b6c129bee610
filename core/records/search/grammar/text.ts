/** Text as conditions compare it: NFC, lower case, trimmed; accents are kept. */
export function foldText(text: string): string {
  // Most texts are ASCII, which is its own normal form.
  return (ASCII.test(text) ? text : text.normalize('NFC')).toLowerCase().trim()
}

// What both databases can read as a double without an error, whatever the text.
const NUMERIC = /^[ \t\r\n]*[+-]?(\d{1,100}(\.\d{0,100})?|\.\d{1,100})(e[+-]?\d{1,2})?[ \t\r\n]*$/i
const ASCII = /^[\x20-\x7e]*$/

/** The number that a value is or says (`"1000"`, `" 1e3 "`, not `"1,000"`). */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : null
}

const words: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false }

/** What a value says as yes or no. */
export function booleanOf(value: unknown): boolean | null {
  return typeof value === 'object' ? null : (words[foldText(String(value))] ?? null)
}

/** The items of a list: of an array as they are, of a text by its commas, of which `\,` is one that divides nothing. */
export function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter((each) => !isEmpty(each))
  if (typeof value !== 'string') return [value]
  return value
    .split(/(?<!\\),/)
    .map((each) => each.replaceAll('\\,', ',').trim())
    .filter(Boolean)
}

/** Nothing, blank text or an empty list; 0 and false are values. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}
