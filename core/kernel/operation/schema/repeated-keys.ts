const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 92, 93, 123, 125]
// As many as a message can name.
const SHOWN = 5

const repeated = new WeakMap<object, string[]>()

/** Keys that stood more than once in the JSON of which `parseExact` made this object, five at most; the last of each is what it holds. */
export function repeatedKeys(value: object): readonly string[] {
  return repeated.get(value) ?? []
}

/** What to tell of such a key. */
export function repeatedKeyNote(key: string): string {
  return `key ${key} stands more than once: the last one counts`
}

/** Notes which objects of a JSON text have keys more than once; a text without any costs no more than counting its keys. */
export function noteRepeated(text: string, value: unknown): void {
  if (countColons(text) !== countKeys(value)) find(text, value)
}

/** Each key of a JSON text has one colon outside of texts. */
function countColons(text: string): number {
  let colons = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOf(text, at)
    else if (code === COLON) colons++
  }
  return colons
}

function countKeys(root: unknown): number {
  let keys = 0
  const stack = [root]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
    if (inner !== value) keys += inner.length
    for (const each of inner) if (typeof each === 'object' && each !== null) stack.push(each)
  }
  return keys
}

/** Where the text that begins here ends. */
function endOf(text: string, from: number): number {
  let at = from + 1
  for (let code = text.charCodeAt(at); code !== QUOTE && at < text.length; code = text.charCodeAt(++at)) if (code === BACKSLASH) at++
  return at
}

/** The object or list that is being read, its keys so far, and which of its parts comes. */
interface Level {
  readonly value: unknown
  readonly keys: Set<string> | null
  part: string | number
}

function find(text: string, root: unknown): void {
  const levels: Level[] = []
  let last = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const level = levels.at(-1)
    if (code === QUOTE) {
      const end = endOf(text, at)
      last = text.slice(at, end + 1)
      at = end
    } else if (code === COLON && level) enter(level, last.includes('\\') ? String(JSON.parse(last)) : last.slice(1, -1))
    else if (code === COMMA && typeof level?.part === 'number') level.part++
    else if (code === OPEN) levels.push({ value: level ? partOf(level) : root, keys: new Set(), part: '' })
    else if (code === OPEN_LIST) levels.push({ value: level ? partOf(level) : root, keys: null, part: 0 })
    else if (code === CLOSE || code === CLOSE_LIST) levels.pop()
  }
}

function enter(level: Level, key: string): void {
  level.part = key
  if (level.keys?.has(key) && typeof level.value === 'object' && level.value !== null) noteRepeatedKey(level.value, key)
  level.keys?.add(key)
}

/** Notes that this object had a key more than once. */
export function noteRepeatedKey(value: object, key: string): void {
  const known = repeated.get(value)
  if (!known) repeated.set(value, [key])
  else if (known.length < SHOWN && !known.includes(key)) known.push(key)
}

function partOf({ value, part }: Level): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined
}
