import { fileLimits } from '../limits.ts'
import { over } from '../refuse.ts'
import type { XmlHandler } from './xml.ts'

/** The text of a cell or shared string: its runs one after the other, without hints of how it is read aloud. */
export class RichText {
  #value = ''
  #inText = false
  #inHint = false

  open(name: string): void {
    if (name === 't') this.#inText = true
    else if (name === 'rPh') this.#inHint = true
  }

  close(name: string): void {
    if (name === 't') this.#inText = false
    else if (name === 'rPh') this.#inHint = false
  }

  add(text: string): void {
    if (!this.#inText || this.#inHint) return
    this.#value += text
    if (this.#value.length > fileLimits.text) throw over('text')
  }

  /** The text so far; the next begins empty. */
  take(): string {
    const value = this.#value
    this.#value = ''
    this.#inText = this.#inHint = false
    return unescaped(value)
  }
}

/** The texts that cells refer to by their number. */
export class SharedStrings implements XmlHandler {
  readonly #strings: string[] = []
  readonly #text = new RichText()
  #characters = 0

  open(name: string): void {
    this.#text.open(name)
  }

  close(name: string): void {
    this.#text.close(name)
    if (name !== 'si') return
    const string = this.#text.take()
    this.#characters += string.length
    if (this.#strings.length >= fileLimits.cells) throw over('cells')
    if (this.#characters > fileLimits.characters) throw over('characters')
    this.#strings.push(string)
  }

  text(text: string): void {
    this.#text.add(text)
  }

  at(index: string): string | undefined {
    return this.#strings[Number(index)]
  }
}

/** `_x000D_` stands for a character that XML does not allow, `_x005F_` for an underscore before such a word. */
function unescaped(text: string): string {
  return text.includes('_x') ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text
}
