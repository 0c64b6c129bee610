import { Faults, type Position, type TemplateFault } from './faults.ts'
import { parsePath, type TagPath } from './path.ts'
import { problemOf, type TagScope } from './scope.ts'
import type { Sink } from './sinks.ts'

/** What a stranger may write in one template. */
export const templateLimits = { length: 1_048_576, tags: 1000, tag_length: 500, depth: 16 } as const

/** One step of a template; jumps name the index of another step. */
export type Step =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly path: TagPath; readonly fallback: string | null; readonly sink?: Sink | undefined }
  | { readonly kind: 'if'; readonly path: TagPath | null; otherwise: number }
  | { readonly kind: 'jump'; to: number }

/** A template as steps, with its mistakes; what is mistaken leaves nothing behind, so that the steps can be run all the same. */
export interface ParsedText {
  readonly steps: readonly Step[]
  readonly faults: readonly TemplateFault[]
}

/** The sinks of single tags, by the offset at which they begin, where they differ from that of the text. */
export type TagSinks = ReadonlyMap<number, Sink>

type Branch = Extract<Step, { kind: 'if' }>
type Jump = Extract<Step, { kind: 'jump' }>
interface Block {
  readonly at: Position
  readonly branch: Branch
  jump: Jump | null
}

/** Reads a text; every character is looked at a bounded number of times. `properties` are the custom properties of contacts. */
export function parse(text: string, scope: TagScope, properties?: ReadonlySet<string>, sinks?: TagSinks): ParsedText {
  return new Parser(text, scope, properties, sinks).parse()
}

class Parser {
  readonly #text: string
  readonly #scope: TagScope
  readonly #properties: ReadonlySet<string> | undefined
  readonly #sinks: TagSinks | undefined
  readonly #faults: Faults
  readonly #steps: Step[] = []
  readonly #blocks: Block[] = []

  constructor(text: string, scope: TagScope, properties: ReadonlySet<string> | undefined, sinks: TagSinks | undefined) {
    this.#text = text
    this.#sinks = sinks
    this.#scope = scope
    this.#properties = properties
    this.#faults = new Faults(text)
  }

  parse(): ParsedText {
    const { length, tags } = templateLimits
    const faults = this.#faults
    if (this.#text.length > length) {
      faults.add(faults.positionOf(0), 'too_long', `A text with tags has at most ${length} characters`)
      return { steps: [], faults: faults.list }
    }
    let from = 0
    for (let count = 0; ; count += 1) {
      const open = this.#text.indexOf('{{', from)
      this.#literal(from, open === -1 ? this.#text.length : open)
      if (open === -1) break
      const at = faults.positionOf(open)
      if (count === tags) {
        faults.add(at, 'too_many_tags', `A text has at most ${tags} tags`)
        break
      }
      const close = this.#text.indexOf('}}', open + 2)
      if (close === -1) {
        faults.add(at, 'unclosed_tag', 'The tag that begins here has no end: }}')
        // The rest of the line is what the tag would have been.
        const end = this.#text.indexOf('\n', open)
        this.#literal(end === -1 ? this.#text.length : end, this.#text.length, true)
        break
      }
      this.#tag(this.#text.slice(open + 2, close), at)
      from = close + 2
    }
    for (const { at, branch, jump } of this.#blocks) {
      faults.add(at, 'unbalanced_block', 'The block that begins here has no end: {{/if}}')
      this.#end(branch, jump)
    }
    return { steps: this.#steps, faults: faults.list }
  }

  #literal(from: number, to: number, isBroken = false): void {
    const text = this.#text.slice(from, to)
    if (text !== '') this.#steps.push({ kind: 'text', text: isBroken ? text.replaceAll('{{', '') : text })
  }

  #tag(inside: string, at: Position): void {
    const content = inside.trim()
    const word = content.toLowerCase()
    if (content.length > templateLimits.tag_length)
      return this.#faults.add(at, 'tag_too_long', `A tag has at most ${templateLimits.tag_length} characters`)
    if (content.includes('{')) return this.#faults.add(at, 'malformed_tag', 'A tag or its fallback cannot have braces inside')
    if (word === 'else') return this.#else(at)
    if (word === '/if') return this.#close(at)
    if (word === '#if' || /^#if\s/.test(word)) return this.#if(content.slice(3).trim(), at)
    if (word.startsWith('#') || word.startsWith('/'))
      return this.#faults.add(at, 'unknown_block', `Unknown block {{${content}}}; there are {{#if <field>}}, {{else}} and {{/if}}`)
    const bar = content.indexOf('|')
    const path = this.#path(bar === -1 ? content : content.slice(0, bar).trim(), at)
    const fallback = bar === -1 ? null : fallbackOf(content.slice(bar + 1))
    if (path) this.#steps.push({ kind: 'tag', path, fallback, sink: this.#sinks?.get(at.offset) })
  }

  #if(field: string, at: Position): void {
    if (this.#blocks.length === templateLimits.depth)
      this.#faults.add(at, 'too_deep', `Blocks are nested at most ${templateLimits.depth} deep`)
    const branch: Branch = { kind: 'if', path: this.#path(field, at), otherwise: 0 }
    this.#steps.push(branch)
    this.#blocks.push({ at, branch, jump: null })
  }

  #else(at: Position): void {
    const block = this.#blocks.at(-1)
    if (!block || block.jump)
      return this.#faults.add(at, 'unbalanced_block', block ? 'This block has a second {{else}}' : '{{else}} has no {{#if}} before it')
    block.jump = { kind: 'jump', to: 0 }
    this.#steps.push(block.jump)
    block.branch.otherwise = this.#steps.length
  }

  #close(at: Position): void {
    const block = this.#blocks.pop()
    if (!block) return this.#faults.add(at, 'unbalanced_block', '{{/if}} has no {{#if}} before it')
    this.#end(block.branch, block.jump)
  }

  #end(branch: Branch, jump: Jump | null): void {
    if (jump) jump.to = this.#steps.length
    else branch.otherwise = this.#steps.length
  }

  #path(written: string, at: Position): TagPath | null {
    if (written === '') {
      this.#faults.add(at, 'empty_tag', 'A tag must name a field, such as {{contact.first_name}}')
      return null
    }
    const path = parsePath(written)
    if (!path) {
      this.#faults.add(at, 'malformed_tag', `"${written}" is no field; write it like {{contact.first_name}}`)
      return null
    }
    // What may be meant takes long to find, so it is looked for only if it is told.
    const problem = this.#faults.isFull ? null : problemOf(path, this.#scope, this.#properties)
    if (problem) this.#faults.add(at, problem.code, problem.message, problem.suggestion)
    return path
  }
}

// Quotes keep the blanks at both ends.
function fallbackOf(rest: string): string {
  const text = rest.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}
