import type { FieldError } from '../../kernel/operation/errors.ts'

/** A mistake in a template. */
export interface TemplateFault {
  /** Such as `unknown_tag`, `unclosed_tag` or `unbalanced_block`. */
  readonly code: string
  /** For people: what is wrong, and what may be meant. */
  readonly message: string
  /** What may be meant, without braces; null if nothing is near. */
  readonly suggestion: string | null
  /** Where its tag begins: characters from the start of the text, and line and column from 1. */
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** Where a tag begins. */
export type Position = Pick<TemplateFault, 'offset' | 'line' | 'column'>

const MOST_FAULTS = 50

/** Collects the mistakes of one text; the first 50. Positions are asked for from left to right, so that lines are counted once. */
export class Faults {
  readonly list: TemplateFault[] = []
  readonly #text: string
  #line = 1
  #lineStart = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Line and column of an offset that is no less than the one before. */
  positionOf(offset: number): Position {
    for (let end = this.#text.indexOf('\n', this.#lineStart); end !== -1 && end < offset; end = this.#text.indexOf('\n', end + 1)) {
      this.#line += 1
      this.#lineStart = end + 1
    }
    return { offset, line: this.#line, column: offset - this.#lineStart + 1 }
  }

  /** Whether it takes no more. */
  get isFull(): boolean {
    return this.list.length >= MOST_FAULTS
  }

  /** Adds a mistake. */
  add(at: Position, code: string, message: string, suggestion: string | null = null): void {
    if (!this.isFull) this.list.push({ code, message, suggestion, ...at })
  }
}

/** The faults of a text as errors of the field that holds it; `path` is its JSON pointer. */
export function fieldErrors(path: string, faults: readonly TemplateFault[]): FieldError[] {
  return faults.map(({ code, message, line, column }) => ({ path, code, message: `${message} (line ${line}, column ${column})` }))
}
