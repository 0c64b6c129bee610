import { Parser } from 'saxen'
import { fileLimits } from '../limits.ts'
import { over } from '../refuse.ts'
import { malformed } from './malformed.ts'

/** What happens while a part is read; names come without the prefix of their namespace. */
export interface XmlHandler {
  open(name: string, attributes: () => Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

/** A part of a workbook as a stream of elements; throws `invalid_input` for what is no XML or goes over a limit. */
export class XmlStream {
  readonly #parser = new Parser()
  #depth = 0
  /** Characters since the last element or text ended. */
  #pending = 0

  constructor(handler: XmlHandler) {
    this.#parser.on('error', (error) => {
      throw malformed(error.message)
    })
    this.#parser.on('openTag', (name, attributes, decode) => {
      this.#pending = 0
      if (++this.#depth > fileLimits.depth) throw over('depth')
      handler.open(local(name), () => decoded(attributes(), decode))
    })
    // Also called for an element that closes itself.
    this.#parser.on('closeTag', (name) => {
      this.#pending = 0
      this.#depth--
      handler.close?.(local(name))
    })
    this.#parser.on('text', (text, decode) => handler.text?.(decode(text)))
    this.#parser.on('cdata', (text) => handler.text?.(text))
  }

  write(text: string): void {
    // An element that does not end is looked through again with each piece, so it may not become long.
    this.#pending += text.length
    this.#parser.write(text)
    if (this.#pending > PENDING) throw over('text')
  }

  end(): void {
    this.#parser.end()
  }
}

/** One piece may be longer than what is allowed between two elements. */
const PENDING = fileLimits.text * 2

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function decoded(attributes: Readonly<Record<string, string>>, decode: (text: string) => string): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const name in attributes) if (!name.startsWith('xmlns')) plain[local(name)] = decode(attributes[name] ?? '')
  return plain
}
