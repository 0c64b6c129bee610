import type { TagSinks } from './parse.ts'
import type { TagScope } from './scope.ts'
import { type ParsedTemplate, parseTemplate } from './template.ts'

const MOST_TEMPLATES = 1000
const MOST_CHARACTERS = 4_000_000

/** Templates of one scope that were read before; those that were used least recently are dropped. */
export class TemplateCache {
  readonly #scope: TagScope
  readonly #templates = new Map<string, ParsedTemplate>()
  readonly #most: { readonly templates: number; readonly characters: number }
  readonly #sinksOf: ((text: string) => TagSinks) | undefined
  #characters = 0

  /** `sinksOf` says of a text which of its tags are escaped in a way of their own. */
  constructor(
    scope: TagScope,
    most: { readonly templates?: number; readonly characters?: number } = {},
    sinksOf?: (text: string) => TagSinks,
  ) {
    this.#scope = scope
    this.#sinksOf = sinksOf
    this.#most = { templates: MOST_TEMPLATES, characters: MOST_CHARACTERS, ...most }
  }

  /** How many templates it keeps. */
  get size(): number {
    return this.#templates.size
  }

  /** The template of a text. */
  get(text: string): ParsedTemplate {
    const known = this.#templates.get(text)
    const parsed = known ?? parseTemplate(text, this.#scope, this.#sinksOf?.(text))
    // Set again, it stands last.
    if (known) this.#templates.delete(text)
    else this.#characters += text.length
    this.#templates.set(text, parsed)
    while (this.#templates.size > 1 && this.#isOver()) {
      const [oldest = ''] = this.#templates.keys()
      this.#templates.delete(oldest)
      this.#characters -= oldest.length
    }
    return parsed
  }

  #isOver(): boolean {
    return this.#templates.size > this.#most.templates || this.#characters > this.#most.characters
  }
}
