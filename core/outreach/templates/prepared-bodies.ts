import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { ThreadLimit } from '../../kernel/threads/limits.ts'
import { Threads } from '../../kernel/threads/threads.ts'
import { isObject, membersOf } from '../../kernel/values/is-object.ts'
import { type BodySource, type MadeBodies, makeBodies } from './bodies.ts'
import { EmailTemplate } from './entity.ts'
import { isTooNested, tooNested } from './nesting.ts'

// Shorter ones take milliseconds.
const SHORT = 4000
// By the input of the call: made before its unit of work is opened, so that no transaction waits for it.
const made = new WeakMap<object, { readonly source: BodySource; readonly bodies: MadeBodies }>()

/** Makes what follows from the HTML of a template before the transaction that saves it: in threads, because it may take seconds. */
export class PreparedBodies {
  static readonly uses = { records: Records, threads: Threads }
  readonly #uses: Resolved<typeof PreparedBodies.uses>

  constructor(uses: Resolved<typeof PreparedBodies.uses>) {
    this.#uses = uses
  }

  /** Makes them for the input of create or update. Throws `invalid_input` for what takes too long or cannot be made. */
  async check(input: unknown): Promise<void> {
    if (!isObject(input)) return
    const [known] = typeof input['id'] === 'string' ? await this.#uses.records.findBy(EmailTemplate, 'id', [input['id']]) : []
    const { html = known?.html ?? null, inline_css = known?.inline_css ?? false } = input
    if (typeof html !== 'string' || html.trim() === '') return
    const source = { html, inline_css: inline_css === true }
    made.set(input, { source, bodies: await this.make(source) })
  }

  /** What follows from an HTML text. Throws `invalid_input` for what takes too long or cannot be made. */
  async make(source: BodySource): Promise<MadeBodies> {
    if (isTooNested(source.html)) throw invalid('/html', tooNested.code, tooNested.message)
    if (source.html.length <= SHORT && !source.inline_css) return await makeBodies(source)
    try {
      for await (const part of this.#uses.threads.run('mailBodies', source)) {
        const { html, text } = membersOf(part)
        if (typeof html === 'string' && typeof text === 'string') return { html, text }
      }
    } catch (error) {
      throw error instanceof ThreadLimit ? invalid('/html', 'too_large', `The HTML ${error.message} to be read: make it simpler`) : error
    }
    throw new Error('The thread made no bodies')
  }
}

/** What was made for this input; throws `conflict` where the template has another HTML by now. */
export function bodiesFor(input: object, { html, inline_css }: BodySource): MadeBodies {
  const known = made.get(input)
  if (known && known.source.html === html && known.source.inline_css === inline_css) return known.bodies
  throw new CrmError('conflict', 'The template was changed at the same time: read it and change it again')
}
