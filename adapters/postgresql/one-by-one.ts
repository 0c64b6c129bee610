/**
 * Gives a connection one statement after the other. Without its mode of pipelines, `pg` sends them so in any case, but it warns of those that
 * it is given earlier, and will refuse them.
 */
export function oneByOne<A, R>(send: (asked: A) => Promise<R>): (asked: A) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve()
  return async (asked) => {
    const answer = last.then(async () => await send(asked))
    last = answer.catch(() => undefined)
    return await answer
  }
}
