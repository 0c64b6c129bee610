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
 * At most 20,000 tokens leave in one result (mcp.md 4). Counted as two characters a token: records are full of ids and times,
 * which cost more than prose (2.4 characters a token were measured on contact records, 4.3 on tool schemas).
 */
export const MAX_RESULT = 40_000

/** A value as a tool result: the JSON that REST answers, once as text and once structured; too much of it is cut, and says so. */
export function success(value: unknown, modern: boolean, note?: string): CallResult {
  const text = JSON.stringify(value ?? null)
  if (text.length <= MAX_RESULT) return shape(text, value, modern, note)
  const { value: shorter, notes } = cut(JSON.parse(text), MAX_RESULT)
  const remaining = JSON.stringify(shorter)
  const said = [...(note ? [note] : []), ...notes].join(' ')
  if (remaining.length <= MAX_RESULT) return shape(remaining, shorter, modern, said)
  return {
    content: [
      textOf(remaining.slice(0, MAX_RESULT)),
      textOf(`${said} Cut after ${MAX_RESULT} of ${text.length} characters: ask for less.`.trim()),
    ],
  }
}

export const textOf = (text: string): Content => ({ type: 'text', text })

// Before 2026-07-28 structured content had to be an object.
function shape(text: string, value: unknown, modern: boolean, note: string | undefined): CallResult {
  const structured = modern || (typeof value === 'object' && value !== null && !Array.isArray(value))
  return { content: [textOf(text), ...(note ? [textOf(note)] : [])], ...(structured && { structuredContent: value ?? null }) }
}
