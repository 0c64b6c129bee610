/** Parses text that holds a list or object as JSON or, as some connectors write it, as a Python literal; undefined when it is neither. */
export function parseLiteral(text: string): unknown {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed)) return undefined
  try {
    return JSON.parse(trimmed)
  } catch {
    return parsePython(trimmed)
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '' }
const words: Readonly<Record<string, unknown>> = { None: null, True: true, False: false, nan: null, null: null, true: true, false: false }
const maxDepth = 24

// The result for a text that is not a literal.
const failed = Symbol('failed')

function parsePython(text: string): unknown {
  const parsed = new PythonLiteral(text).parse()
  return parsed === failed ? undefined : parsed
}

/** A parser of one text; answers `failed` for anything that is not a literal. */
class PythonLiteral {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): unknown {
    const value = this.#value(0)
    this.#skipBlanks()
    return this.#at < this.#text.length ? failed : value
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) return failed
    this.#skipBlanks()
    const char = this.#text[this.#at]
    if (char === '[') return this.#list(']', depth)
    if (char === '(') return this.#list(')', depth)
    if (char === '{') return this.#object(depth)
    return char === "'" || char === '"' ? this.#quoted() : this.#word()
  }

  #list(close: string, depth: number): unknown {
    const items: unknown[] = []
    this.#at++
    while (!this.#takes(close)) {
      const item = this.#value(depth + 1)
      if (item === failed) return failed
      items.push(item)
      if (!this.#takesComma(close)) return failed
    }
    return items
  }

  #object(depth: number): unknown {
    // A null prototype: keys of foreign text never reach Object.prototype.
    const result: Record<string, unknown> = Object.create(null)
    this.#at++
    while (!this.#takes('}')) {
      const key = this.#value(depth + 1)
      if (typeof key === 'symbol' || typeof key === 'object' || !this.#takes(':')) return failed
      const item = this.#value(depth + 1)
      if (item === failed) return failed
      result[String(key)] = item
      if (!this.#takesComma('}')) return failed
    }
    return result
  }

  #quoted(): string | typeof failed {
    const quote = this.#text[this.#at++]
    let out = ''
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at++]
      if (char === quote) return out
      const next = char === '\\' ? this.#escaped() : char
      if (next === undefined) return failed
      out += next
    }
    return failed
  }

  /** The character after a backslash; undefined for an invalid code. */
  #escaped(): string | undefined {
    const next = this.#text[this.#at++] ?? ''
    const size = next === 'x' ? 2 : next === 'u' ? 4 : 0
    if (size === 0) return escapes[next] ?? next
    const code = Number.parseInt(this.#text.slice(this.#at, this.#at + size), 16)
    this.#at += size
    return Number.isNaN(code) ? undefined : String.fromCharCode(code)
  }

  #word(): unknown {
    const start = this.#at
    while (/[\w.+-]/.test(this.#text[this.#at] ?? '')) this.#at++
    const found = this.#text.slice(start, this.#at)
    if (Object.hasOwn(words, found)) return words[found]
    if (/^(?:Decimal|datetime\.date|datetime\.datetime)$/.test(found) && this.#text[this.#at] === '(') return this.#argument()
    return found !== '' && !Number.isNaN(Number(found)) ? Number(found) : failed
  }

  /** The only argument of a constructor: `Decimal('12.50')`. */
  #argument(): unknown {
    this.#at++
    this.#skipBlanks()
    const inner = /['"]/.test(this.#text[this.#at] ?? '') ? this.#quoted() : this.#word()
    return this.#takes(')') ? inner : failed
  }

  #takes(char: string): boolean {
    this.#skipBlanks()
    if (this.#text[this.#at] !== char) return false
    this.#at++
    return true
  }

  /** After an item: a comma, or the end of the list. */
  #takesComma(close: string): boolean {
    if (this.#takes(',')) return true
    return this.#text[this.#at] === close
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }
}
