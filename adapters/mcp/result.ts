import { cut } from './cut.ts'

/** One block of a tool result as the protocol knows it: `text`, `image`, `resource_link`, ... */
export type Content = Readonly<Record<string, unknown>> & { readonly type: string }

/** The result of `tools/call`. */
export interface CallResult {
  readonly content: readonly Content[]
  readonly structuredContent?: unknown
  readonly isError?: true
}

/**
 * At most 20,000 tokens leave in one result (mcp.md 4). What a model is shown, text or structure, is counted as two characters a token:
 * records are full of ids and times, which cost more than prose (2.4 characters a token were measured on contact records, 4.3 on tool
 * schemas).
 */
export const MAX_SHOWN = 40_000
/** Both together, at three characters a token, for clients that show the model both. */
export const MAX_RESULT = 60_000

/** A value as a tool result: the JSON that REST answers, structured, and as text without what is null or empty; too much of it is cut, and says so. */
export function success(value: unknown, modern: boolean, note?: string): CallResult {
  let load = loadOf(value, modern)
  if (load <= 1) return shape(value, modern, note)
  const whole = JSON.stringify(value)
  for (let limit = whole.length; ;) {
    limit = Math.floor(limit / load) - 1
    const { value: shorter, notes } = cut(JSON.parse(whole), limit)
    const said = [...(note ? [note] : []), ...notes].join(' ')
    if (JSON.stringify(shorter).length > limit) return beginningOf(whole, said)
    load = loadOf(shorter, modern)
    if (load <= 1) return shape(shorter, modern, said)
  }
}

/** How much of what a result may hold this value takes: more than 1 is too much. */
export function loadOf(value: unknown, modern: boolean): number {
  const whole = JSON.stringify(value ?? null).length
  // Most results are so small that their text need not be written to know it.
  if (whole <= MAX_RESULT / 3) return whole / MAX_SHOWN
  const both = isStructured(value, modern) ? whole + textFor(value).length : whole
  return Math.max(whole / MAX_SHOWN, both / MAX_RESULT)
}

export const textOf = (text: string): Content => ({ type: 'text', text })

// What is neither list nor text cannot be shortened and remain what it is.
function beginningOf(whole: string, said: string): CallResult {
  const note = `${said} Cut after ${MAX_SHOWN} of ${whole.length} characters: ask for less.`.trim()
  return { content: [textOf(whole.slice(0, MAX_SHOWN)), textOf(note)] }
}

function shape(value: unknown, modern: boolean, note: string | undefined): CallResult {
  const structured = isStructured(value, modern)
  return { content: [textOf(textFor(value)), ...(note ? [textOf(note)] : [])], ...(structured && { structuredContent: value ?? null }) }
}

// What is null or empty tells a model no more than a field that is not there, and records are full of it. An empty list of the answer
// itself says that there is nothing.
function textFor(value: unknown): string {
  return (
    JSON.stringify(value ?? null, function (this: unknown, name: string, each: unknown) {
      if (name === '' || Array.isArray(this) || typeof each !== 'object') return each
      return each === null || (this !== value && Object.keys(each).length === 0) ? undefined : each
    }) ?? 'null'
  )
}

// Before 2026-07-28 structured content had to be an object.
function isStructured(value: unknown, modern: boolean): boolean {
  return modern || (typeof value === 'object' && value !== null && !Array.isArray(value))
}
