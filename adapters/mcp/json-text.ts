import { limits } from 'rapport-crm'

const { value: MAX_DEPTH } = limits.input_depth

/** The JSON that a text holds; the text itself where it holds none, or one that is nested deeper than inputs may be. */
export function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isWithin(value, MAX_DEPTH) ? value : text
  } catch {
    return text
  }
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((each) => isWithin(each, levels - 1))
}
