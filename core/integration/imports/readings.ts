import type { BatchReading } from '../ingest/normalize/reading.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import { Clock } from '../../kernel/ports/clock.ts'

const KEPT_MS = 60_000

/** A cache of the files that are being stored, so that the next step in this process need not read the file again. */
export class ReadingCache implements BackgroundLoop {
  static readonly uses = { clock: Clock }
  readonly watches = []
  readonly #clock: Clock
  readonly #kept = new Map<string, { readonly reading: BatchReading; used: number }>()

  constructor({ clock }: Resolved<typeof ReadingCache.uses>) {
    this.#clock = clock
  }

  async of(id: string, read: () => Promise<BatchReading>): Promise<BatchReading> {
    const kept = this.#kept.get(id) ?? { reading: await read(), used: 0 }
    kept.used = this.#clock.now().getTime()
    this.#kept.set(id, kept)
    return kept.reading
  }

  forget(id: string): void {
    this.#kept.delete(id)
  }

  /** Drops files that no step has used for a minute: the job was canceled or runs in another process. */
  async run(now: Date): Promise<Date | null> {
    for (const [id, { used }] of this.#kept) if (now.getTime() - used >= KEPT_MS) this.#kept.delete(id)
    const [first] = [...this.#kept.values()].map(({ used }) => used).toSorted((a, b) => a - b)
    return first === undefined ? null : new Date(first + KEPT_MS)
  }
}
