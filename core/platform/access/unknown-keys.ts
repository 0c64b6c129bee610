import type { Clock } from '../../kernel/ports/clock.ts'
import type { Logger } from '../../kernel/ports/logger.ts'

const MINUTE_MS = 60_000
/** Lines a minute: whoever guesses keys cannot fill the log. */
const LINES = 60

/** Logs attempts with keys that were never issued and tokens of nobody: from where, but not the key, which may be a typing error of a valid one. */
export class UnknownKeys {
  readonly #logger: Logger
  readonly #clock: Clock
  #minute = 0
  #attempts = 0

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger
    this.#clock = clock
  }

  /** Logs one attempt, or counts it if there were too many in this minute; the next line says how many those were. */
  note(address: string | undefined, details?: Readonly<Record<string, unknown>>): void {
    const minute = Math.floor(this.#clock.now().getTime() / MINUTE_MS)
    if (minute !== this.#minute) {
      const unlogged = this.#attempts - LINES
      if (unlogged > 0) this.#logger.warn('Further unknown keys and tokens were sent', { attempts: unlogged })
      this.#minute = minute
      this.#attempts = 0
    }
    this.#attempts += 1
    if (this.#attempts > LINES) return
    this.#logger.info(details ? 'An unknown access token was sent' : 'An unknown API key was sent', {
      address: address ?? null,
      ...details,
    })
  }
}
