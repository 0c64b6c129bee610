import { http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { describe, expect, it } from 'vitest'
import { BodyRoom, bodyRoom } from '../../core/kernel/operation/body-room.ts'

const MIB = 1_048_576

/** A body of so many bytes that goes on when the test says so, and then ends without any value. */
function unfinished(bytes: number) {
  const rest = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent < bytes) {
        sent += MIB
        return controller.enqueue(new Uint8Array(MIB).fill(32))
      }
      taken.resolve()
      await rest.promise
      controller.close()
    },
  })
  return { body, taken: taken.promise, finish: rest.resolve }
}

describe('large request bodies', () => {
  it.each([
    ['REST', '/api/v1/contacts/bulk'],
    ['the tool protocol', '/mcp'],
  ])('are held at once only as far as there is room: others are told when to come back, and small ones pass (%s)', async (_, path) => {
    await using bench = await testEngine()
    const server = path === '/mcp' ? mcp(bench.engine, { hosts: '*' }) : http(bench.engine)
    const headers = {
      authorization: `Bearer ${bench.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const send = (body: ReadableStream<Uint8Array> | string) =>
      server.fetch(new Request(`http://crm.test${path}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
    const first = unfinished(20 * MIB)
    const answering = send(first.body)
    await first.taken
    const refused = await send(unfinished(20 * MIB).body)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
    expect((await send('{"records":[{"email":"ada@gmail.com"}]}')).status).not.toBe(503)
    first.finish()
    expect((await answering).status).toBe(422)
    const next = unfinished(20 * MIB)
    next.finish()
    expect((await send(next.body)).status).toBe(422)
  })

  it('leave room for other organizations, count what is announced before it comes, and nothing below 1 MiB', () => {
    const room = new BodyRoom()
    const small = Array.from({ length: 1000 }, () => room.hold('acme', bodyRoom.free))
    const held = room.hold('acme', bodyRoom.organization)
    expect(() => room.hold('acme', 2 * MIB)).toThrow('Other large requests')
    const other = room.hold('globex', bodyRoom.organization)
    expect(() => room.hold('initech', 2 * MIB)).toThrow('Other large requests')
    other.release()
    other.release()
    const growing = room.hold('initech', 0)
    growing.grow(bodyRoom.organization)
    expect(() => growing.grow(bodyRoom.organization + 1)).toThrow('Other large requests')
    for (const each of [held, growing, ...small]) each.release()
    room.hold('acme', bodyRoom.organization)
  })
})
