import { errorOf, RapportError } from './errors.ts'

/** The chunks of a body; whoever stops early ends the request. */
export async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** A body as a whole; throws `answer_too_large` beyond `most` bytes. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>, most: number, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > most) {
      const request_id = response.headers.get('x-request-id') ?? undefined
      throw new RapportError('answer_too_large', `The answer has more than ${most} bytes`, { status: response.status, request_id })
    }
    parts.push(chunk)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A body of JSON; throws `unexpected_answer` if it is none, as of a proxy. */
export async function jsonOf(response: Response, most: number): Promise<unknown> {
  const text = new TextDecoder().decode(await bytesOf(chunksOf(response), most, response))
  try {
    return JSON.parse(text)
  } catch {
    throw errorOf(undefined, response)
  }
}
