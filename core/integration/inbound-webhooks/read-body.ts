import { CrmError } from '../../kernel/operation/errors.ts'
import { hasMore } from './has-more.ts'
import { readXml } from './read-xml.ts'

/** Objects and lists inside one another in what is received. */
export const MAX_DEPTH = 64
/** Values, elements and attributes of what is received: reading more would hold up other calls. */
export const MAX_VALUES = 20_000
const MAX_FIELDS = 5_000
// Reading a part takes twenty times as long as reading a field of another form.
const MAX_PARTS = 1_000

/** What the bytes say, by their media type: JSON, a form, or XML. Throws `malformed_input` and `unsupported_media_type`. */
export async function readPayload(body: Uint8Array, media: string): Promise<unknown> {
  const type = media.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'multipart/form-data') return await readMultipart(body, media)
  const text = textOf(body)
  if (type === 'application/x-www-form-urlencoded') {
    if (hasMore(text, '&', MAX_FIELDS)) throw malformed(`The form has more than ${MAX_FIELDS} fields`)
    return collected(new URLSearchParams(text))
  }
  if (/^(application|text)\/([\w.-]+\+)?xml$/.test(type)) return readXml(text, { depth: MAX_DEPTH, elements: MAX_VALUES })
  if (type !== '' && !/^(application|text)\/([\w.-]+\+)?json$/.test(type) && type !== 'text/plain')
    throw new CrmError('unsupported_media_type', 'Send JSON, a form or XML')
  checkJson(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed(`The JSON cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : 'malformed'}`)
  }
}

function textOf(body: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    // No database of ours keeps NUL in texts.
    if (text.includes('\0')) throw malformed('The body holds NUL')
    return text
  } catch (error) {
    throw error instanceof CrmError ? error : malformed('The body is not UTF-8')
  }
}

async function readMultipart(body: Uint8Array, media: string): Promise<unknown> {
  if (hasMore(Buffer.from(body.buffer, body.byteOffset, body.byteLength), '\n--', MAX_PARTS))
    throw malformed(`The form has more than ${MAX_PARTS} parts`)
  try {
    // A copy, because a response takes no shared memory.
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': media } }).formData()
    return collected([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])))
  } catch (error) {
    throw error instanceof CrmError ? error : malformed('The parts of the form cannot be read')
  }
}

function collected(pairs: Iterable<readonly [string, string]>): Readonly<Record<string, unknown>> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  // `fromEntries` defines, so that a field named `__proto__` is a field like any other.
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]))
}

/** Refuses JSON that is too deep or has too many values, before it is read. */
function checkJson(text: string): void {
  let [depth, count, inText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34) inText = !inText
    else if (inText && code === 92) at += 1
    else if (inText) continue
    else if (code === 123 || code === 91) {
      count += 1
      if ((depth += 1) > MAX_DEPTH) throw malformed(`The JSON is deeper than ${MAX_DEPTH} levels`)
    } else if (code === 125 || code === 93) depth -= 1
    else if (code === 44) count += 1
    if (count > MAX_VALUES) throw malformed(`The JSON has more than ${MAX_VALUES} values`)
  }
}

/** A body that cannot be read. */
export function malformed(message: string): CrmError {
  return new CrmError('malformed_input', message)
}
