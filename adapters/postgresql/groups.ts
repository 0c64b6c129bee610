import type { PoolClient } from 'pg'
import { type Asked, plain, type Query } from './packets.ts'

/** A statement, and the callbacks for its result. */
export interface Waiting {
  readonly asked: Asked
  /** The statement before it, in whose failure its transaction ends. */
  readonly guard?: Asked | undefined
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Commits a statement, behind the guard of its transaction if it has one. */
export type Guarded = (asked: Asked, guard?: Asked) => Promise<unknown>
type Take = () => Promise<PoolClient>
type CarryOut = (client: PoolClient, group: readonly Waiting[]) => Promise<void>

// A few groups run at once, so that a slow statement delays only its own group.
const AT_ONCE = 2
const MOST = 32
// A transaction that waits longer for a lock is repeated alone.
const LOCK_MS = 100

/** Runs statements of many callers together on one connection: those of the same turn, and those that arrive while others run. */
class Groups {
  readonly #take: Take
  readonly #carryOut: CarryOut
  #waiting: Waiting[] = []
  #underWay = 0
  #due = false

  constructor(take: Take, carryOut: CarryOut) {
    this.#take = take
    this.#carryOut = carryOut
  }

  ask(asked: Asked, guard?: Asked): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, guard, resolve, reject })
      if (this.#due) return
      this.#due = true
      setImmediate(this.#start)
    })
  }

  readonly #start = (): void => {
    this.#due = false
    while (this.#underWay < AT_ONCE && this.#waiting.length > 0) void this.#run(this.#waiting.splice(0, MOST))
  }

  async #run(group: readonly Waiting[]): Promise<void> {
    this.#underWay += 1
    try {
      const client = await this.#take()
      await this.#carryOut(client, group).finally(() => client.release())
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    this.#underWay -= 1
    this.#start()
  }
}

/** Sends look-ups of several callers in one packet; each gets its own result. */
export function sharedLookUps(take: Take): Query {
  const groups = new Groups(take, async (client, group) => {
    await Promise.all(group.map((each) => sendAlone(client, each)))
  })
  return (...asked) => groups.ask(asked)
}

/**
 * Commits transactions of a single statement together: at read committed none can tell the difference, and a commit costs as much as the
 * statements of several. If one fails, the whole group is rolled back, and each runs again alone.
 */
export function groupCommit(take: Take): Guarded {
  const alone = async (each: Waiting) => {
    const client = await take()
    await sendAlone(client, each).finally(() => client.release())
  }
  const groups = new Groups(take, async (client, group) => {
    const [first, ...others] = group
    if (first && others.length === 0) return await sendAlone(client, first)
    const query = plain(client).query.bind(client)
    const begun = query(`begin; set local lock_timeout = ${LOCK_MS}`)
    const guards = guardsOf(group).map((each) => query(...each))
    const answers = group.map(({ asked }) => query(...asked))
    const [ended, ...done] = await Promise.allSettled([query('commit'), ...answers, begun, ...guards])
    if (ended.status === 'rejected') throw ended.reason
    if ((ended.value as { readonly command: string }).command === 'COMMIT')
      return group.forEach(({ resolve }, at) => resolve((done[at] as PromiseFulfilledResult<unknown>).value))
    void Promise.all(group.map((each) => alone(each).catch(each.reject)))
  })
  return (asked, guard) => groups.ask(asked, guard)
}

/** The guards of a group, each once: calls of one key have the same. */
function guardsOf(group: readonly Waiting[]): readonly Asked[] {
  const distinct = new Map(group.flatMap(({ guard }) => (guard ? [[JSON.stringify(guard), guard] as const] : [])))
  return [...distinct.values()]
}

/** Sends one statement alone, in a transaction if it is guarded; a failure rejects this caller only. */
async function sendAlone(client: PoolClient, { asked, guard, resolve, reject }: Waiting): Promise<void> {
  await (guard ? guarded(client, guard, asked) : plain(client).query(...asked)).then(resolve, reject)
}

/** Sends a statement behind its guard, in one packet with the transaction of both. */
export async function guarded(client: PoolClient, guard: Asked, asked: Asked): Promise<unknown> {
  const query = plain(client).query.bind(client)
  const [begun, judged, answer, ended] = await Promise.allSettled([query('begin'), query(...guard), query(...asked), query('commit')])
  // What fails first is the cause of what fails after it.
  for (const each of [begun, judged, answer, ended]) if (each.status === 'rejected') throw each.reason
  return (answer as PromiseFulfilledResult<unknown>).value
}
