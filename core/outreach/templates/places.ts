import type { FieldError } from '../../kernel/operation/errors.ts'
import type { Sink } from '../../automation/merge-tags/sinks.ts'

/** Where the merge tags of an HTML text stand: how each is escaped, and those that stand where no value can be made harmless. */
export interface TagPlaces {
  /** By offset, where it is another way than that of text. */
  readonly sinks: ReadonlyMap<number, Sink>
  readonly faults: readonly Omit<FieldError, 'path'>[]
}

const addresses = new Set(['href', 'src', 'action', 'formaction', 'background', 'cite', 'poster', 'xlink:href'])
const raw = new Set(['script', 'style'])
const blank = /\s/
const MAX_FAULTS = 20

/** Looks at each character once; what is no HTML is text. */
export function placesIn(html: string): TagPlaces {
  return new Scanner(html).scan()
}

class Scanner {
  readonly #html: string
  readonly #sinks = new Map<number, Sink>()
  readonly #faults: Omit<FieldError, 'path'>[] = []
  #at = 0
  /** Where the next merge tag begins; it is looked for once, however many `<` come before it. */
  #next = -1

  constructor(html: string) {
    this.#html = html
  }

  scan(): TagPlaces {
    while (this.#at < this.#html.length) {
      const rest = this.#html.indexOf('<', this.#at)
      if (rest === -1) break
      // A tag may have a `<` in its fallback.
      if (this.#next < this.#at) this.#next = this.#position('{{')
      if (this.#next < rest) {
        this.#at = this.#endOfTag(this.#next)
        continue
      }
      this.#at = rest
      if (this.#html.startsWith('<!--', rest)) this.#skipTo('-->', rest + 4)
      else if (/[a-z]/i.test(this.#html[rest + 1] ?? '')) this.#element()
      else this.#behind(rest + (this.#html[rest + 1] === '/' ? 2 : 1))
    }
    return { sinks: this.#sinks, faults: this.#faults }
  }

  // What begins with a letter there would be the name of an element.
  #behind(at: number): void {
    this.#at = at
    while (this.#isTag())
      if (this.#isBlock()) this.#at = this.#endOfTag(this.#at)
      else this.#refuseValue('stands right behind <, where a value could be the name of an element: write &lt;')
  }

  #element(): void {
    const name = this.#word(this.#at + 1).toLowerCase()
    this.#at += 1 + name.length
    for (;;) {
      const char = this.#html[this.#at]
      if (char === undefined) return
      if (char === '>') break
      if (this.#isTag()) this.#refuseValue('stands among the attributes of an element, where a value could add others')
      else if (blank.test(char) || char === '/') this.#at += 1
      else this.#attribute()
    }
    this.#at += 1
    if (raw.has(name)) this.#rawText(name)
  }

  #attribute(): void {
    const name = this.#word(this.#at).toLowerCase()
    // A lone `=` or quote belongs to no attribute.
    this.#at += Math.max(1, name.length)
    let next = this.#at
    while (blank.test(this.#html[next] ?? '')) next += 1
    if (name === '' || this.#html[next] !== '=') return
    this.#at = next + 1
    while (blank.test(this.#html[this.#at] ?? '')) this.#at += 1
    const quote = this.#html[this.#at]
    if (quote === '"' || quote === "'") this.#quoted(quote, addresses.has(name))
    else this.#unquoted()
  }

  #quoted(quote: string, isAddress: boolean): void {
    this.#at += 1
    let begun = false
    while (this.#at < this.#html.length && this.#html[this.#at] !== quote) {
      if (this.#isTag()) {
        const isBlock = this.#isBlock()
        if (isAddress && !isBlock) this.#sinks.set(this.#at, begun ? 'link_part' : 'link')
        this.#at = this.#endOfTag(this.#at)
        begun ||= !isBlock
      } else {
        begun ||= !blank.test(this.#html[this.#at] ?? '')
        this.#at += 1
      }
    }
    this.#at += 1
  }

  #unquoted(): void {
    while (this.#at < this.#html.length && !/[\s>]/.test(this.#html[this.#at] ?? ''))
      if (this.#isTag()) this.#refuseValue('stands in an attribute without quotes: put quotes around its value')
      else this.#at += 1
  }

  // Until the end tag, whatever else stands there.
  #rawText(name: string): void {
    const end = this.#endOfRaw(name)
    for (let tag = this.#html.indexOf('{{', this.#at); tag !== -1 && tag < end; tag = this.#html.indexOf('{{', this.#at)) {
      this.#at = tag
      this.#refuseValue(`stands in the element ${name}, where values cannot be escaped`)
    }
    this.#at = Math.max(this.#at, end)
  }

  #endOfRaw(name: string): number {
    const end = new RegExp(`</${name}`, 'gi')
    end.lastIndex = this.#at
    return end.exec(this.#html)?.index ?? this.#html.length
  }

  #position(text: string): number {
    const at = this.#html.indexOf(text, this.#at)
    return at === -1 ? Infinity : at
  }

  #isTag(): boolean {
    return this.#html.startsWith('{{', this.#at)
  }

  // Blocks leave nothing of their own.
  #isBlock(): boolean {
    const content = this.#html
      .slice(this.#at + 2, this.#endOfTag(this.#at) - 2)
      .trim()
      .toLowerCase()
    return content.startsWith('#') || content.startsWith('/') || content === 'else'
  }

  #refuseValue(why: string): void {
    const end = this.#endOfTag(this.#at)
    if (!this.#isBlock() && this.#faults.length < MAX_FAULTS)
      this.#faults.push({ code: 'tag_not_allowed_here', message: `${this.#html.slice(this.#at, end).slice(0, 100)} ${why}` })
    this.#at = end
  }

  #endOfTag(at: number): number {
    const end = this.#html.indexOf('}}', at + 2)
    return end === -1 ? this.#html.length : end + 2
  }

  #skipTo(text: string, from: number): void {
    const end = this.#html.indexOf(text, from)
    this.#at = end === -1 ? this.#html.length : end + text.length
  }

  #word(from: number): string {
    let end = from
    while (end < this.#html.length && !/[\s/>="']/.test(this.#html[end] ?? '') && !this.#html.startsWith('{{', end)) end += 1
    return this.#html.slice(from, end)
  }
}
