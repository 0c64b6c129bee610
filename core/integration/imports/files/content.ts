import { invalid } from '../../../kernel/operation/errors.ts'

/** The bytes of an uploaded file, given as text or in base64; throws `invalid_input` unless exactly one of them is given. */
export function bytesOf(content: string | undefined, base64: string | undefined): Uint8Array {
  if ((content === undefined) === (base64 === undefined))
    throw invalid('/content', 'required', 'Give the file as text in content, or as bytes in content_base64')
  if (content !== undefined) return new TextEncoder().encode(content)
  // Trimmed first: two loops over the same blanks would take quadratic time.
  const text = (base64 ?? '').trimEnd()
  if (!/^[A-Za-z0-9+/\s]*={0,2}$/.test(text)) throw invalid('/content_base64', 'invalid_format', 'The file is not encoded in base64')
  return Buffer.from(text, 'base64')
}
