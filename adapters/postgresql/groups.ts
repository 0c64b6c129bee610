import type { PoolClient } from 'pg'
import type { Asked, Query } from './packets.ts'

/** A statement, and who waits for its answer. */
export interface Waiting {
  readonly asked: Asked
  resolve(answer: unknown): void
  reject(error: unknown): void
}

type Take = () => Promise<PoolClient>
type CarryOut = (client: PoolClient, group: readonly Waiting[]) => Promise<void>

// A few groups at once, so that the slowest of one group keeps only its own waiting.
const AT_ONCE = 2
const MOST = 32
// Whoever waits longer for somebody else's lock does so alone.
const LOCK_MS = 100

/** Statements of many callers, carried out together on one connection: those of the same turn, or that came while others were under way. */
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

  readonly ask: Query = (...asked) =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject })
      if (this.#due) return
      this.#due = true
      setImmediate(this.#start)
    })

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

/** Look-ups of several callers in one packet; each is answered for itself. */
export function sharedLookUps(take: Take): Query {
  return new Groups(take, async (client, group) => {
    await Promise.all(group.map((each) => sendAlone(client, each)))
  }).ask
}

/**
 * Transactions of a single statement, committed together: at the isolation of PostgreSQL's default none can tell, and a commit costs
 * as much as the statements of several. When one fails, nothing of the group was done, and each is done again by itself.
 */
export function groupCommit(take: Take): Query {
  const alone = async (each: Waiting) => {
    const client = await take()
    await sendAlone(client, each).finally(() => client.release())
  }
  return new Groups(take, async (client, group) => {
    const [first, ...others] = group
    if (first && others.length === 0) return await sendAlone(client, first)
    const query = client.query.bind(client) as unknown as Query
    const begun = query(`begin; set local lock_timeout = ${LOCK_MS}`)
    const answers = group.map(({ asked }) => query(...asked))
    const [ended, ...done] = await Promise.allSettled([query('commit'), ...answers, begun])
    if (ended.status === 'rejected') throw ended.reason
    if ((ended.value as { readonly command: string }).command === 'COMMIT')
      return group.forEach(({ resolve }, at) => resolve((done[at] as PromiseFulfilledResult<unknown>).value))
    void Promise.all(group.map((each) => alone(each).catch(each.reject)))
  }).ask
}

/** Sends it as it is; its failure is told to whoever waits for it, and to nobody else. */
async function sendAlone(client: PoolClient, { asked, resolve, reject }: Waiting): Promise<void> {
  await (client.query as unknown as Query)(...asked).then(resolve, reject)
}
