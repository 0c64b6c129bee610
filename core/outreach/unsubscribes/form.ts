import type { Choice } from './page.ts'

const MOST_BYTES = 16_384
const PART = /^content-disposition:[^\n]*;\s*name="?([\w-]{1,40})"?/im

/**
 * What the body of a POST asks for: the button of the page, or `List-Unsubscribe=One-Click` of a mail program, urlencoded or multipart, which
 * means the topic. Undefined where it asks for nothing.
 */
export function choiceOf(body: Uint8Array, type: string): Choice | undefined {
  if (body.length > MOST_BYTES) return undefined
  const text = new TextDecoder().decode(body)
  const fields = /^multipart\//i.test(type) ? partsOf(text) : new URLSearchParams(text.trim())
  if (fields.get('List-Unsubscribe')?.trim().toLowerCase() === 'one-click') return 'topic'
  const choice = fields.get('choice')
  return choice === 'topic' || choice === 'all' ? choice : undefined
}

// The first line of a multipart body is its boundary.
function partsOf(text: string): ReadonlyMap<string, string> {
  const boundary = /^--[^\r\n]+/.exec(text.trimStart())?.[0]
  if (boundary === undefined) return new Map()
  return new Map(
    text
      .trimStart()
      .split(boundary)
      .flatMap((part) => {
        const [head = '', ...rest] = part.split(/\r?\n\r?\n/)
        const name = PART.exec(head.trimStart())?.[1]
        return name === undefined ? [] : [[name, rest.join('\n').trim()] as const]
      }),
  )
}
