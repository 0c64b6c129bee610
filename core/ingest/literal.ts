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

function parsePython(text: string): unknown {
  let at = 0
  const failed = Symbol('failed')

  const skip = () => {
    while (at < text.length && /\s/.test(text[at] ?? '')) at++
  }

  const quoted = (): string | symbol => {
    const quote = text[at++]
    let out = ''
    while (at < text.length) {
      const char = text[at++]
      if (char === quote) return out
      if (char !== '\\') {
        out += char
        continue
      }
      const next = text[at++] ?? ''
      const size = next === 'x' ? 2 : next === 'u' ? 4 : 0
      if (size) {
        const code = Number.parseInt(text.slice(at, at + size), 16)
        if (Number.isNaN(code)) return failed
        out += String.fromCharCode(code)
        at += size
      } else out += escapes[next] ?? next
    }
    return failed
  }

  const word = (): unknown => {
    const start = at
    while (at < text.length && /[\w.+-]/.test(text[at] ?? '')) at++
    const found = text.slice(start, at)
    if (Object.hasOwn(words, found)) return words[found]
    const constructor = /^(?:Decimal|datetime\.date|datetime\.datetime)$/.test(found)
    if (constructor && text[at] === '(') {
      at++
      skip()
      const inner = /['"]/.test(text[at] ?? '') ? quoted() : word()
      skip()
      return text[at++] === ')' ? inner : failed
    }
    return found !== '' && !Number.isNaN(Number(found)) ? Number(found) : failed
  }

  const list = (close: string, depth: number): unknown => {
    const items: unknown[] = []
    at++
    for (;;) {
      skip()
      if (text[at] === close) {
        at++
        return items
      }
      const item = value(depth + 1)
      if (item === failed) return failed
      items.push(item)
      skip()
      if (text[at] === ',') at++
      else if (text[at] !== close) return failed
    }
  }

  const object = (depth: number): unknown => {
    // A null prototype: keys of foreign text never reach Object.prototype.
    const result: Record<string, unknown> = Object.create(null)
    at++
    for (;;) {
      skip()
      if (text[at] === '}') {
        at++
        return result
      }
      const key = value(depth + 1)
      skip()
      if (typeof key === 'symbol' || typeof key === 'object' || text[at++] !== ':') return failed
      const item = value(depth + 1)
      if (item === failed) return failed
      result[String(key)] = item
      skip()
      if (text[at] === ',') at++
      else if (text[at] !== '}') return failed
    }
  }

  const value = (depth: number): unknown => {
    if (depth > maxDepth) return failed
    skip()
    const char = text[at]
    if (char === '[') return list(']', depth)
    if (char === '(') return list(')', depth)
    if (char === '{') return object(depth)
    return char === "'" || char === '"' ? quoted() : word()
  }

  const parsed = value(0)
  skip()
  return parsed === failed || at < text.length ? undefined : parsed
}
