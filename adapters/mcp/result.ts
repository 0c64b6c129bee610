import { cut } from './truncate.ts'

/** One block of a tool result as the protocol knows it: `text`, `image`, `resource_link`, ... */
export type Content = Readonly<Record<string, unknown>> & { readonly type: string }

/** The result of `tools/call`. */
export interface CallResult {
  /** What a model reads. */
  readonly content: readonly Content[]
  /** The same for programs, as the output schema of the tool says. */
  readonly structuredContent?: unknown
  /** There where the call failed; `content` says why. */
  readonly isError?: true
}

/**
 * At most 20,000 tokens leave in one result (mcp.md 4). What a model is shown, text or structure, is counted as two characters a token:
 * records are full of ids and times, which cost more than prose (2.4 characters a token were measured on contact records, 4.3 on tool
 * schemas).
 */
export const MAX_SHOWN = 40_000
/**
 * Both together, at two and a half characters a token, for clients that show the model both; 2.7 were measured on pages of tasks and
 * events.
 */
export const MAX_RESULT = 50_000

/** For whom a value is shown. */
export interface Manner {
  /** Whether the client takes any structured content, not objects alone. */
  readonly modern: boolean
  /** Adds to what stands under a name of the answer (the answer itself: `''`) what texts say beyond the data, such as addresses. */
  readonly told?: (name: string, value: unknown) => unknown
}

/**
 * A value as a tool result: the JSON that REST answers, structured, and as text without what is null or empty; too much of it is cut, and
 * says so.
 */
export function success(value: unknown, manner: Manner, note?: string): CallResult {
  let load = loadOf(value, manner)
  if (load <= 1) return shape(value, manner, note)
  const whole = JSON.stringify(value)
  for (let limit = whole.length; ;) {
    limit = Math.floor(limit / load) - 1
    const { value: shorter, notes } = cut(JSON.parse(whole), limit)
    const said = [...(note ? [note] : []), ...notes].join(' ')
    if (JSON.stringify(shorter).length > limit) return beginningOf(whole, said)
    load = loadOf(shorter, manner)
    if (load <= 1) return shape(shorter, manner, said)
  }
}

/** How much of what a result may hold this value takes: more than 1 is too much. */
export function loadOf(value: unknown, manner: Manner): number {
  const whole = JSON.stringify(value ?? null).length
  // Most results are so small that their text need not be written to know it.
  if (whole <= MAX_RESULT / 3) return whole / MAX_SHOWN
  const both = isStructured(value, manner) ? whole + textFor(value, manner).length : whole
  return Math.max(whole / MAX_SHOWN, both / MAX_RESULT)
}

export const textOf = (text: string): Content => ({ type: 'text', text })

// What is neither list nor text cannot be shortened and remain what it is.
function beginningOf(whole: string, said: string): CallResult {
  const note = `${said} Cut after ${MAX_SHOWN} of ${whole.length} characters: ask for less.`.trim()
  return { content: [textOf(whole.slice(0, MAX_SHOWN)), textOf(note)] }
}

function shape(value: unknown, manner: Manner, note: string | undefined): CallResult {
  const structured = isStructured(value, manner)
  return {
    content: [textOf(textFor(value, manner)), ...(note ? [textOf(note)] : [])],
    ...(structured && { structuredContent: value ?? null }),
  }
}

// What is null or empty tells a model no more than a field that is not there, and records are full of it. An empty list of the answer
// itself says that there is nothing.
function textFor(value: unknown, { told = (_, each) => each }: Manner): string {
  const root = told('', value)
  return (
    JSON.stringify(root ?? null, function (this: unknown, name: string, each: unknown) {
      if (name === '' || Array.isArray(this) || typeof each !== 'object') return each
      return each === null || (this !== root && Object.keys(each).length === 0) ? undefined : told(name, each)
    }) ?? 'null'
  )
}

// Before 2026-07-28 structured content had to be an object.
function isStructured(value: unknown, { modern }: Manner): boolean {
  return modern || (typeof value === 'object' && value !== null && !Array.isArray(value))
}
