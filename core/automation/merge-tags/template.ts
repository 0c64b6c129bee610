import { isEmpty } from '../../records/search/grammar/text.ts'
import type { TemplateFault } from './faults.ts'
import { parse, type Step, type TagSinks } from './parse.ts'
import { ABSENT, lookUp, type TagPath, UNKNOWN } from './path.ts'
import type { TagScope } from './scope.ts'
import { escapes, literal, type Sink, textOf } from './sinks.ts'

/** Values by root: objects of `contact`, `deal`, ..., and texts of `today`, `weekday`, `month` and `unsubscribe_url`. */
export type TagValues = Readonly<Record<string, unknown>>

/** Something that the author of a text should know; the text was written all the same. */
export interface RenderWarning {
  /** `unknown_tag`: no such field. `no_record`: the record is not there. `no_text`: the value has no text. `too_long`: text was cut. */
  readonly code: 'unknown_tag' | 'no_record' | 'no_text' | 'too_long'
  /** As it was written, without braces. */
  readonly tag: string
}

/** A text with its values. */
export interface Rendered {
  readonly text: string
  readonly warnings: readonly RenderWarning[]
}

const MOST_CHARACTERS = 2_097_152
const MOST_WARNINGS = 20
const none: readonly RenderWarning[] = []

/** A text with merge tags, read once and rendered often. */
export class Template {
  /** The tags that it has, in lower case: `contact.first_name`. */
  readonly tags: ReadonlySet<string>
  readonly #steps: readonly Step[]
  // By sink, for each step: its own text, or its fallback as the sink shows it.
  readonly #texts = new Map<Sink, readonly (string | null)[]>()

  constructor(steps: readonly Step[]) {
    this.#steps = steps
    this.tags = new Set(steps.flatMap((step) => ('path' in step && step.path ? [step.path.tag] : [])))
  }

  /**
   * Fills in values, escaped for the sink; they are never read as tags. A tag without value gives its fallback or nothing. What
   * cannot be known gives a warning; nothing throws. The text is cut at 2 million characters. `missing` is given the tags that have neither
   * a value nor a fallback, where they would have been shown.
   */
  render(values: TagValues, sink: Sink, missing?: Set<string>): Rendered {
    const steps = this.#steps
    const texts = this.#textsFor(sink)
    const escape = escapes[sink]
    let warnings: RenderWarning[] | undefined
    let text = ''
    for (let at = 0; at < steps.length;) {
      const step = steps[at]
      if (step === undefined) break
      let piece = texts[at] ?? ''
      at += 1
      if (step.kind === 'jump') {
        at = step.to
        continue
      }
      if (step.kind === 'if') {
        if (step.path === null || !holds(lookUp(values, step.path))) at = step.otherwise
        continue
      }
      if (step.kind === 'tag') {
        const value = lookUp(values, step.path)
        const written = textOf(value)
        if (written) piece = step.sink === undefined ? escape(written) : escapes[step.sink](written)
        else if (step.fallback === null) {
          missing?.add(step.path.written)
          if (written === undefined) warnings = withWarning(warnings, value, step.path)
        }
      }
      if (text.length + piece.length > MOST_CHARACTERS) {
        const tag = step.kind === 'tag' ? step.path.written : ''
        return { text, warnings: [...(warnings ?? none), { code: 'too_long', tag }] }
      }
      text += piece
    }
    return { text, warnings: warnings ?? none }
  }

  #textsFor(sink: Sink): readonly (string | null)[] {
    let texts = this.#texts.get(sink)
    if (!texts) {
      texts = this.#steps.map((step) => {
        if (step.kind === 'text') return literal(step.text, sink)
        return step.kind === 'tag' && step.fallback !== null ? escapes[step.sink ?? sink](step.fallback) : null
      })
      this.#texts.set(sink, texts)
    }
    return texts
  }
}

/** A template, which can be rendered whatever its mistakes, and these; a text that has any must not be stored. */
export interface ParsedTemplate {
  readonly template: Template
  readonly faults: readonly TemplateFault[]
}

/** Reads a text with merge tags of a scope (`messageScope`, `workflowScope`); `sinks` are those of single tags. */
export function parseTemplate(text: string, scope: TagScope, sinks?: TagSinks): ParsedTemplate {
  const { steps, faults } = parse(text, scope, undefined, sinks)
  return { template: new Template(steps), faults }
}

/**
 * The mistakes of a text that is about to be stored: blocks and tags without end, unknown tags, those of other scopes, and custom
 * properties that contacts do not have, if `properties` (in lower case) are given.
 */
export function checkTemplate(text: string, scope: TagScope, properties?: ReadonlySet<string>): readonly TemplateFault[] {
  return parse(text, scope, properties).faults
}

// What a block is shown for: neither nothing nor false nor 0.
function holds(value: unknown): boolean {
  return value !== ABSENT && value !== UNKNOWN && value !== false && value !== 0 && !isEmpty(value)
}

function withWarning(warnings: RenderWarning[] = [], value: unknown, { written }: TagPath): RenderWarning[] {
  const code = value === ABSENT ? 'no_record' : value === UNKNOWN ? 'unknown_tag' : 'no_text'
  if (warnings.length < MOST_WARNINGS && !warnings.some(({ tag }) => tag === written)) warnings.push({ code, tag: written })
  return warnings
}
