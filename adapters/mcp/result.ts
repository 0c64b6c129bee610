import { truncate } from './truncate.ts'

/** One block of a tool result as the protocol knows it: `text`, `image`, `resource_link`, ... */
export type Content = Readonly<Record<string, unknown>> & { readonly type: string }

/** The result of `tools/call`. */
export interface CallResult {
  /** What a model reads. */
  readonly content: readonly Content[]
  /** The same for programs, as the output schema of the tool says. */
  readonly structuredContent?: unknown
  /** Present if the call failed; `content` says why. */
  readonly isError?: true
}

/**
 * Characters of text or structured content in one result: 20,000 tokens at two characters a token. Records are full of ids and times, which
 * cost more than prose: we measured 2.4 characters a token on contact records and 4.3 on tool schemas.
 */
export const MAX_SHOWN = 40_000
/** Characters of both together, at 2.5 a token, for clients that show the model both; we measured 2.7 on pages of tasks and events. */
export const MAX_RESULT = 50_000

/** How a value becomes a result. */
export interface ResultFormat {
  /** Whether the client accepts any structured content; older ones accept objects only. */
  readonly modern: boolean
  /** Adds to the value under `name` (`''`: the answer itself) what only the text shows, such as the address of a record. */
  readonly annotate?: (name: string, value: unknown) => unknown
}

/**
 * A value as a tool result: the JSON that REST answers as structured content, and as text without null and empty fields. A value that is too
 * long is truncated, with a note.
 */
export function successResult(value: unknown, format: ResultFormat, note?: string): CallResult {
  let load = loadOf(value, format)
  if (load <= 1) return resultOf(value, format, note)
  const whole = JSON.stringify(value)
  for (let limit = whole.length; ;) {
    limit = Math.floor(limit / load) - 1
    const { value: shorter, notes } = truncate(JSON.parse(whole), limit)
    const said = [...(note ? [note] : []), ...notes].join(' ')
    if (JSON.stringify(shorter).length > limit) return truncatedText(whole, said)
    load = loadOf(shorter, format)
    if (load <= 1) return resultOf(shorter, format, said)
  }
}

/** The share of a result that this value fills; more than 1 is too long. */
export function loadOf(value: unknown, format: ResultFormat): number {
  const whole = JSON.stringify(value ?? null).length
  // Most results are so small that the length of their text does not matter.
  if (whole <= MAX_RESULT / 3) return whole / MAX_SHOWN
  const both = isStructured(value, format) ? whole + textFor(value, format).length : whole
  return Math.max(whole / MAX_SHOWN, both / MAX_RESULT)
}

export const textOf = (text: string): Content => ({ type: 'text', text })

// A value without lists or texts cannot be shortened and stay valid JSON.
function truncatedText(whole: string, said: string): CallResult {
  const note = `${said} Truncated after ${MAX_SHOWN} of ${whole.length} characters: ask for less.`.trim()
  return { content: [textOf(whole.slice(0, MAX_SHOWN)), textOf(note)] }
}

function resultOf(value: unknown, format: ResultFormat, note: string | undefined): CallResult {
  const structured = isStructured(value, format)
  return {
    content: [textOf(textFor(value, format)), ...(note ? [textOf(note)] : [])],
    ...(structured && { structuredContent: value ?? null }),
  }
}

/**
 * A value as JSON for a model, to which a null or empty field says no more than a missing one, and records are full of them. An empty list of
 * the answer itself says that nothing was found.
 */
export function textFor(value: unknown, { annotate = (_, each) => each }: ResultFormat): string {
  const root = annotate('', value)
  return (
    JSON.stringify(root ?? null, function (this: unknown, name: string, each: unknown) {
      if (name === '' || Array.isArray(this) || typeof each !== 'object') return each
      return each === null || (this !== root && Object.keys(each).length === 0) ? undefined : annotate(name, each)
    }) ?? 'null'
  )
}

// Before 2026-07-28 structured content had to be an object.
function isStructured(value: unknown, { modern }: ResultFormat): boolean {
  return modern || (typeof value === 'object' && value !== null && !Array.isArray(value))
}
