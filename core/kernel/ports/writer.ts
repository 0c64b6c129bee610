/** What a line is to be written about. */
export interface LineRequest {
  /** What the author of the text asks for, at most 5,000 characters. */
  readonly instructions: string
  /** What is known of the person and the occasion; the only facts that the line may use. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Language of the line (BCP 47). */
  readonly language: string
  /** Gives the request up. */
  readonly signal?: AbortSignal | undefined
}

/** A line for `{{ai.line}}`; `text` is '' if none was written, and `warning` says why. */
export interface WrittenLine {
  /** Plain text, or ''. */
  readonly text: string
  /** A code and a reason, such as `timeout: the endpoint was not reached`; null if a line was written. */
  readonly warning: string | null
}

/** Port: writes a personal line for a text. The default is bound to nothing and writes none; no implementation ever rejects. */
export class Writer {
  /** Whether there is anything that writes. */
  get isBound(): boolean {
    return false
  }

  /** One line of plain text. */
  write(_request: LineRequest): Promise<WrittenLine> {
    return Promise.resolve({ text: '', warning: 'not_configured: no endpoint that writes lines is configured' })
  }
}
