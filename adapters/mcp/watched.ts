import type { Actor, Core } from 'rapport-crm'

/** The response; if it is a stream, it ends when its caller may no longer call, with a comment that has the code of the error. */
export function watched(engine: Core, actor: Actor, response: Response): Response {
  const { body, status, headers } = response
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response
  return new Response(ending(engine, actor, body.getReader()), { status, headers })
}

function ending(engine: Core, actor: Actor, reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  let unwatch: (() => void) | undefined
  let isOver = false
  return new ReadableStream({
    start(controller) {
      const ended = ({ code }: { readonly code: string }) => {
        isOver = true
        controller.enqueue(new TextEncoder().encode(`: ${code}\n\n`))
        controller.close()
        void reader.cancel(code)
      }
      unwatch = engine.watch({ actor, scope: 'mcp', ended })
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        unwatch?.()
        throw error
      })
      if (isOver) return
      if (!done) return controller.enqueue(value)
      unwatch?.()
      controller.close()
    },
    async cancel(reason) {
      unwatch?.()
      await reader.cancel(reason)
    },
  })
}
