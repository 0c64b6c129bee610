import type { Clock } from '../../kernel/ports/clock.ts'
import { type Entering, FairQueue } from './fair-queue.ts'
import { isHeavy, isHeavyCall } from '../../kernel/operation/heavy.ts'
import { type AnyOperation, writes } from '../../kernel/operation/operation.ts'
import type { Settings } from '../../kernel/operation/settings.ts'

/**
 * Those calls of a process that may take long: so many at once as leave the event loop and the database to all others. Reads do not wait
 * for writes.
 */
export class HeavyCalls {
  readonly #writes: FairQueue
  readonly #reads: FairQueue

  constructor({ heavyCalls: { writes: atOnce, reads, weights } }: Settings, clock: Clock) {
    const known = new Map(Object.entries(weights))
    const shared = { weightOf: (organization: string) => known.get(organization) ?? 1, clock }
    this.#writes = new FairQueue({ places: atOnce, ...shared })
    this.#reads = new FairQueue({ places: reads, ...shared })
  }

  /**
   * Waits until the call may begin, and answers what ends it; undefined for an operation that is not heavy, and for a call within a heavy one,
   * which has its place. See `FairQueue.enter`.
   */
  async enter(operation: AnyOperation, organization: string, entering: Entering): Promise<(() => void) | undefined> {
    if (!isHeavy(operation) || isHeavyCall()) return undefined
    return await (writes(operation) ? this.#writes : this.#reads).enter(organization, entering)
  }
}
