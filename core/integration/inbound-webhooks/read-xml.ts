import { Parser } from 'saxen'
import { CrmError } from '../../kernel/operation/errors.ts'
import { hasMore } from './has-more.ts'

interface Element {
  readonly name: string
  readonly inner: Map<string, unknown[]>
  text: string
}

/**
 * The elements of an XML document as objects: attributes as `@name`, repeated elements as lists, elements with nothing inside as texts. Any
 * DOCTYPE is refused, so that there is no entity but those of XML itself. Attributes count as elements. Throws `malformed_input`.
 */
export function readXml(text: string, most: { readonly depth: number; readonly elements: number }): unknown {
  if (/<!(doctype|entity)/i.test(text)) throw fault('A DOCTYPE is not taken: send the document without it')
  // Each element has two of these at most, and each attribute one.
  if (['<', '&', '="', "='"].some((mark) => hasMore(text, mark, 2 * most.elements)))
    throw fault(`The document has more than ${most.elements} elements, attributes or references`)
  const root: Element = { name: '', inner: new Map(), text: '' }
  const open: Element[] = [root]
  let count = 0
  const counted = (further: number) => {
    if ((count += further) > most.elements) throw fault(`The document has more than ${most.elements} elements and attributes`)
  }
  const parser = new Parser()
  parser
    .on('openTag', (name, attributes, decode) => {
      counted(1)
      if (open.length > most.depth) throw fault(`The document is deeper than ${most.depth} levels`)
      const inner = Object.entries(attributes()).map(([key, value]): [string, unknown[]] => [`@${key}`, [decode(value)]])
      counted(inner.length)
      open.push({ name, inner: new Map(inner), text: '' })
    })
    .on('text', (part, decode) => {
      const top = open.at(-1)
      if (top) top.text += decode(part)
    })
    .on('cdata', (part) => {
      const top = open.at(-1)
      if (top) top.text += part
    })
    .on('closeTag', () => {
      const closed = open.pop()
      const outer = open.at(-1)
      if (!closed || !outer) throw fault('The document has more ends than beginnings')
      const same = outer.inner.get(closed.name)
      if (same) same.push(valueOf(closed))
      else outer.inner.set(closed.name, [valueOf(closed)])
    })
    .on('error', (error) => {
      throw fault(`The XML cannot be read: ${error.message.slice(0, 200)}`)
    })
  try {
    parser.write(text).end()
  } catch (error) {
    throw error instanceof CrmError ? error : fault('The XML cannot be read')
  }
  if (open.length !== 1 || root.inner.size === 0) throw fault('The XML ends too early')
  return valueOf(root)
}

function valueOf({ inner, text }: Element): unknown {
  if (inner.size === 0) return text.trim()
  const said = text.trim() === '' ? [] : [['#text', text.trim()] as const]
  return Object.fromEntries([...[...inner].map(([name, list]) => [name, list.length === 1 ? list[0] : list] as const), ...said])
}

function fault(message: string): CrmError {
  return new CrmError('malformed_input', message)
}
