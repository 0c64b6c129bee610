import type { PoolClient } from 'pg'
import { expect, test, vi } from 'vitest'
import { sessionsOver } from '../../../adapters/postgresql/sessions.ts'
import { whileAwaited } from '../../../core/kernel/operation/cancellation.ts'
import type { Query } from '../../../adapters/postgresql/packets.ts'

test('a statement that was overtaken by the request to end it is asked to end once more, and nothing after it is', async () => {
  const [begun, left] = [Promise.withResolvers<undefined>(), new AbortController()]
  let end: (reason: Error) => void = () => undefined
  const query = vi.fn<Query>(async (text) => {
    if (text === 'rollback') return undefined
    begun.resolve(undefined)
    return await new Promise((_, reject) => (end = reject))
  })
  const release = vi.fn<() => void>()
  const client = { query, release } as unknown as PoolClient
  const cancel = vi
    .fn<() => Promise<void>>()
    .mockResolvedValueOnce(undefined)
    .mockImplementationOnce(async () => end(new Error('canceling statement due to user request')))
  await whileAwaited(left.signal, async () => {
    const session = (await sessionsOver(
      () => Promise.resolve(client),
      () => undefined,
      cancel,
    )()) as { readonly query: Query; release(): void }
    const refused = session.query('select 1 from contacts').catch((error: unknown) => error)
    await begun.promise
    left.abort(new Error('The caller has left'))
    expect(await refused).toMatchObject({ message: expect.stringContaining('canceling statement') })
    session.release()
  })
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce())
  expect(cancel).toHaveBeenCalledTimes(2)
})
