import { expect, test } from 'vitest'
import { dropUnread } from '../../adapters/browser/unread.ts'
import { fromRequest } from '../../adapters/http/web.ts'

const MIB = 1024 * 1024

/** A request whose body goes on for so long, and how much of it was read. */
function endless(parts: number) {
  const seen = { parts: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.parts === parts) return controller.close()
        seen.parts += 1
        controller.enqueue(new Uint8Array(MIB))
      },
      cancel() {
        seen.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { seen, request: new Request('http://crm.test/', { method: 'POST', body, duplex: 'half' } as RequestInit) }
}

test('a body that nobody wanted is read to its end', async () => {
  const { seen, request } = endless(3)
  await dropUnread(request)
  expect(seen).toEqual({ parts: 3, cancelled: false })
})

test('one that goes on and on is cut off', async () => {
  const { seen, request } = endless(Number.POSITIVE_INFINITY)
  await dropUnread(request)
  expect(seen.cancelled).toBe(true)
  expect(seen.parts).toBeLessThan(70)
})

test('one that is too large for the API, too', async () => {
  const { seen, request } = endless(Number.POSITIVE_INFINITY)
  await expect(fromRequest(request, undefined).body(MIB, () => undefined)).rejects.toMatchObject({ code: 'too_large' })
  await expect.poll(() => seen.cancelled).toBe(true)
  expect(seen.parts).toBeLessThan(70)
})

test('one that somebody reads, or that breaks off, is left alone', async () => {
  const { seen, request } = endless(3)
  const reader = request.body?.getReader()
  await dropUnread(request)
  expect(seen.parts).toBe(0)
  await reader?.cancel()
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) }, { highWaterMark: 0 })
  await dropUnread(new Request('http://crm.test/', { method: 'POST', body: broken, duplex: 'half' } as RequestInit))
})
