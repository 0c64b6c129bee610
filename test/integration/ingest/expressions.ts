import { readdir, readFile } from 'node:fs/promises'

/** A regular expression as it stands in a file. */
export interface Expression {
  readonly where: string
  readonly expression: RegExp
}

/** All regular expressions that are written in the files of a folder. */
export async function expressionsIn(folder: string): Promise<Expression[]> {
  const root = new URL(`../../../${folder}/`, import.meta.url)
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts')).toSorted()
  const found = await Promise.all(names.map(async (name) => literalsOf(`${folder}/${name}`, await readFile(new URL(name, root), 'utf8'))))
  return found.flat()
}

const opening = new Set([...'(,=:[!&|?{};+<>%*~^-', ''])

/** Finds literals by what stands before the slash: an operator or an opening bracket, where no division can. */
export function literalsOf(where: string, source: string): Expression[] {
  const found: Expression[] = []
  let before = ''
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? ''
    if (char === '/' && source[at + 1] === '/') at = endOf(source, at, '\n')
    else if (char === '/' && source[at + 1] === '*') at = source.indexOf('*/', at) + 1
    else if (char === '/' && (opening.has(before) || /\b(?:return|of|in|case)\s*$/.test(source.slice(Math.max(0, at - 8), at)))) {
      const end = slashAfter(source, at)
      const flags = /^[dgimsuvy]*/.exec(source.slice(end + 1))?.[0] ?? ''
      found.push({ where, expression: new RegExp(source.slice(at + 1, end), flags) })
      at = end + flags.length
      before = '/'
    } else if (char === "'" || char === '"') {
      at = endOf(source, at, char)
      before = char
    } else if (char === '`') {
      at = endOfTemplate(source, at)
      before = char
    } else if (char.trim() !== '') before = char
  }
  return found
}

function endOf(source: string, from: number, mark: string): number {
  let at = from + 1
  while (at < source.length && source[at] !== mark) at += source[at] === '\\' ? 2 : 1
  return at
}

/** Past what it holds, templates among it. */
function endOfTemplate(source: string, from: number): number {
  let at = from + 1
  for (let depth = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '\\') at++
    else if (depth === 0 && char === '`') return at
    else if (depth > 0 && char === '`') at = endOfTemplate(source, at)
    else if (char === '{' && (depth > 0 || source[at - 1] === '$')) depth++
    else if (char === '}' && depth > 0) depth--
  }
  return at
}

function slashAfter(source: string, from: number): number {
  let inClass = false
  let at = from + 1
  for (; at < source.length && (inClass || source[at] !== '/'); at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') inClass = true
    else if (source[at] === ']') inClass = false
  }
  return at
}

/** Repetitions without an end inside of repetitions without an end, unless each round begins with a mark that the inner one cannot take. */
export function nestedIn({ source }: RegExp): string[] {
  const nested: string[] = []
  const open: { start: number; endless: boolean }[] = []
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '\\') at++
    else if (char === '[') {
      while (source[++at] !== ']') if (source[at] === '\\') at++
      if (open.at(-1) && isEndless(source, at + 1)) open.at(-1)!.endless = true
    } else if (char === '(') open.push({ start: at, endless: false })
    else if (char === ')') {
      const group = open.pop()
      const endless = isEndless(source, at + 1)
      const body = source.slice(group?.start ?? 0, at + 1)
      if (group?.endless && endless && !/^\((?:\?:)?(?:\\[./]|[ ,;:])(?![*+?{])/.test(body)) nested.push(body)
      if (open.at(-1) && (endless || group?.endless)) open.at(-1)!.endless = true
    }
    if (char !== ')' && char !== '[' && open.at(-1) && isEndless(source, at + 1)) open.at(-1)!.endless = true
  }
  return nested
}

const isEndless = (source: string, at: number): boolean => /^(?:[*+]|\{\d+,\})/.test(source.slice(at, at + 12))
