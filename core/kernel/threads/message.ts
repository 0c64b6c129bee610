import { CrmError } from '../operation/errors.ts'

/** What a thread is asked for: work by its name and input, or the next part of what it makes. */
export type Request = { readonly work: string; readonly input: unknown } | 'next'

/** What a thread answers: one part of what it makes, the end, or why there is none. */
export type Answer =
  | { readonly part: unknown }
  | { readonly end: true }
  | { readonly refused: { readonly code: string; readonly message: string; readonly details: object } }
  | { readonly failed: unknown }

/** Works of a thread by name: each makes part after part, when it is asked for. A method, so that each can name its own input. */
export interface Works {
  readonly [name: string]: Work
}
/** One of them. */
export type Work = { do(input: unknown): AsyncIterable<unknown> }['do']

/** An error as a thread can send it. */
export function answerOf(error: unknown): Answer {
  if (!(error instanceof CrmError)) return { failed: error }
  const { code, message, details } = error
  return { refused: { code, message, details: { ...details } } }
}
