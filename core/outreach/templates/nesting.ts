import { limits } from '../../kernel/operation/limits.ts'
import { scanHtml } from '../links/scan.ts'

const MOST_NESTED = limits.letter_depth.value

const empty = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(' '),
)
// What ends where an element begins, although nobody writes its end.
const ends: Readonly<Record<string, readonly string[]>> = {
  dd: ['dd', 'dt'],
  dt: ['dd', 'dt'],
  li: ['li'],
  option: ['option'],
  p: ['p'],
  tbody: ['tbody', 'thead'],
  td: ['td', 'th'],
  th: ['th'],
  tr: ['td', 'th', 'tr'],
}
const foreign = new Set(['svg', 'math'])
const htmlAgain = new Set(['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml', 'foreignobject', 'desc', 'title'])

interface Open {
  readonly name: string
  /** Where `<path/>` has its end. */
  readonly isForeign: boolean
}

/** Whether more elements than that are open at once anywhere in an HTML text, as parsers of HTML count them. */
export function isTooNested(html: string): boolean {
  const open: Open[] = []
  const count = new Map<string, number>()
  let isTooDeep = false
  const pop = () => {
    const last = open.pop()
    if (last) count.set(last.name, (count.get(last.name) ?? 1) - 1)
    return last?.name
  }
  scanHtml(html, {
    opened({ name, end }) {
      if (isTooDeep || empty.has(name)) return
      while (Object.hasOwn(ends, name) && ends[name]?.includes(open.at(-1)?.name ?? '')) pop()
      const within = open.at(-1)?.isForeign ?? false
      if (within && html[end - 2] === '/') return
      open.push({ name, isForeign: foreign.has(name) || (within && !htmlAgain.has(name)) })
      count.set(name, (count.get(name) ?? 0) + 1)
      isTooDeep = open.length > MOST_NESTED
    },
    closed(name) {
      if (!isTooDeep && (count.get(name) ?? 0) > 0) while (pop() !== name);
    },
  })
  return isTooDeep
}

/** What is said of such a text. */
export const tooNested = { code: 'too_deep', message: `The HTML has more than ${MOST_NESTED} elements inside one another` }
