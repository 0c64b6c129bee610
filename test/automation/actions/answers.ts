import { Http, type HttpOutcome, type HttpRequest } from '../../../core/kernel/ports/http.ts'

/** A network that answers what the test says, and keeps what it was sent. */
export class Answers extends Http {
  readonly sent: HttpRequest[] = []
  #next: Partial<HttpOutcome> = {}

  /** What the next calls get. */
  with(next: Partial<HttpOutcome>): void {
    this.#next = next
  }

  override async send(request: HttpRequest): Promise<HttpOutcome> {
    this.sent.push(request)
    return { status: 200, error: null, terminal: false, response: 'ok', durationMs: 3, retryAfter: null, ...this.#next }
  }
}
