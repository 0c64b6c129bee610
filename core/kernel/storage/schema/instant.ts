let known = { text: '', ms: 0 }

/** The time that PostgreSQL writes in UTC (`2026-11-21 05:01:58.123+00`); the parser of `Date` takes several times as long. */
export function readInstant(text: string | Date): Date {
  if (typeof text !== 'string' || text.charAt(10) !== ' ' || !text.endsWith('+00')) return new Date(text)
  const day = text.slice(0, 10)
  if (known.text !== day) known = { text: day, ms: Date.parse(day) }
  const seconds = (two(text, 11) * 60 + two(text, 14)) * 60 + two(text, 17)
  return new Date(known.ms + seconds * 1000 + millis(text.slice(20, -3)))
}

// Milliseconds of the digits behind the point; what is finer is cut off, as `Date` does.
function millis(digits: string): number {
  return digits === '' ? 0 : Number(digits.slice(0, 3).padEnd(3, '0'))
}

function two(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
}
