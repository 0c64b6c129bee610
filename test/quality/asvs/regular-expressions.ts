import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parseAst } from 'rolldown/parseAst'

/** A regular expression of the code. */
export interface Found {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** How much longer a regular expression takes for a longer text. */
export interface Slow {
  readonly pattern: string
  readonly pump: string
  /** Milliseconds for the longest text that was tried. */
  readonly ms: number
}

// Close together at first: what grows exponentially is seen before it takes too long.
const lengths = [14, 18, 22, 28, 36, 46, 60, 76, 96, 120, 240, 480, 960, 1920, 3840]
const NOTICED_MS = 0.4
const TRIES = 3

/** Every regular expression literal of a file. */
export function regularExpressionsOf(root: string, file: string): Found[] {
  const found: Found[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(walk)
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      found.push({ file, source: pattern, flags })
      return
    }
    Object.values(node).forEach(walk)
  }
  walk(parseAst(readFileSync(`${root}/${file}`, 'utf8'), { lang: file.endsWith('.ts') ? 'ts' : 'js' }))
  return found
}

/** The text that keeps a regular expression busy for a time that grows faster than the text; `undefined` if none was found. */
export function slowText({ source, flags }: Pick<Found, 'source' | 'flags'>): Slow | undefined {
  if (!/[*+]|\{\d+,\}/.test(source)) return undefined
  const regex = new RegExp(source, flags)
  const slow = (pump: string, ms: number): Slow => ({ pattern: `/${source}/${flags}`, pump, ms: Math.round(ms) })
  for (const [prefix, pump, suffix] of attacks(source, flags)) {
    const text = (length: number) => prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix
    const least = (length: number) => Math.min(...Array.from({ length: TRIES }, () => timeOf(regex, text(length))))
    const noticed = lengths.find((length) => timeOf(regex, text(length)) > NOTICED_MS && least(length) > NOTICED_MS)
    if (noticed === undefined) continue
    // A linear one needs a fifth more time for a fifth more text; one that is noticed in a hundred letters is none.
    if (noticed < 120) return slow(pump, Infinity)
    const [once, twice] = [least(noticed), least(2 * noticed)]
    if (twice < 3 * once) continue
    const fourfold = least(4 * noticed)
    if (fourfold > 3 * twice) return slow(pump, fourfold)
  }
  return undefined
}

function timeOf(regex: RegExp, text: string): number {
  regex.lastIndex = 0
  const before = performance.now()
  if (regex.global) text.replaceAll(regex, '')
  else regex.test(text)
  return performance.now() - before
}

type Attack = readonly [prefix: string, pump: string, suffix: string]

// Parts of texts that match, repeated: a part that two loops can share is what keeps an expression busy.
function* attacks(source: string, flags: string): Generator<Attack> {
  const letters = representatives(source)
  const pairs = letters.flatMap((one) => letters.map((two) => (one === two ? one : one + two)))
  const cuts = samplesOf(source, flags).flatMap(cutsOf)
  for (const suffix of ['\u0000', '']) {
    for (const pump of pairs) yield ['', pump, suffix]
    for (const [prefix, pump] of cuts) yield [prefix, pump, suffix]
  }
}

function cutsOf(sample: string): (readonly [prefix: string, pump: string])[] {
  const starts = Array.from(sample, (_, from) => from)
  const all = starts.flatMap((from) => [1, 2, 3].map((length) => [sample.slice(0, from), sample.slice(from, from + length)] as const))
  return all.filter(([, pump]) => pump !== '')
}

function representatives(source: string): string[] {
  const classes: Record<string, readonly string[]> = {
    s: [' ', '\n'],
    d: ['0'],
    w: ['a', '0'],
    D: ['x'],
    S: ['x'],
    W: ['-'],
    b: [],
    B: [],
    p: ['b'],
    n: ['\n'],
    t: ['\t'],
  }
  const letters = [...source.matchAll(/\\([a-zA-Z])|\\(.)|([^\\^$.*+?()[\]{}|])/gu)].flatMap(([, named, escaped, plain]) =>
    named !== undefined ? (classes[named] ?? []) : [escaped ?? plain ?? ''],
  )
  return [...new Set(['x', ' ', '1', ...letters])].filter((each) => each !== '').slice(0, 7)
}

function samplesOf(source: string, flags: string): string[] {
  try {
    const texts = fc.sample(fc.stringMatching(new RegExp(source, flags.replace(/[gy]/g, '')), { maxLength: 24 }), { numRuns: 2, seed: 7 })
    return [...new Set(texts.map((text) => text.slice(0, 16)))]
  } catch {
    // Look-arounds and properties cannot be sampled; letters remain.
    return []
  }
}
