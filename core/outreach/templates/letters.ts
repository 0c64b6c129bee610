import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { isObject, membersOf } from '../../kernel/values/is-object.ts'
import { foldOwner } from '../../kernel/values/owner.ts'
import { Organization, User } from '../../platform/access/entity.ts'
import { workflowScope } from '../../automation/merge-tags/scope.ts'
import { tagValues } from '../../automation/merge-tags/tag-values.ts'
import type { RenderWarning, Template, TagValues } from '../../automation/merge-tags/template.ts'
import { TemplateCache } from '../../automation/merge-tags/template-cache.ts'
import { EmailTemplate, EmailTemplateVersion } from './entity.ts'
import { PreparedBodies } from './prepared-bodies.ts'
import { placesIn } from './places.ts'
import { UNSUBSCRIBE_URL } from './unsubscribe-url.ts'

type StoredRecord = Readonly<Record<string, unknown>>

/** What a letter says before the tags are filled in. */
export interface LetterText {
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
}
/** The version of a template. */
export interface TemplateText extends LetterText {
  readonly template_id: string
  readonly template_version: number
}

/** For whom a letter is written. */
export interface LetterFor {
  readonly contact: StoredRecord | null
  readonly company?: StoredRecord | null
  readonly deal?: StoredRecord | null
  /** E-mail of the teammate in whose name it is sent. */
  readonly owner: string
  /** What `{{ai.line}}` says. */
  readonly aiLine?: string | null
}

/** A letter as it is sent, but for its links. */
export interface Letter extends LetterText {
  /** Tags without a value and without a fallback. */
  readonly missing: readonly string[]
  readonly warnings: readonly (RenderWarning & { readonly part: 'subject' | 'html' | 'text' })[]
}

// Per process: the same texts are rendered for contact after contact.
const plain = new TemplateCache(workflowScope)
const plainTexts = new Map<string, string | null>()
const PLAIN_TEXTS = 50
const html = new TemplateCache(workflowScope, { templates: 200 }, (text) => placesIn(text).sinks)

/**
 * Fills in the texts of e-mails for contacts. Values are escaped for the place where they stand; `{{unsubscribe_url}}` becomes
 * `UNSUBSCRIBE_URL`, in whose place the sender puts the link of the message. What it looks up of others, it looks up once in a unit of work.
 */
export class Letters {
  static readonly uses = { records: Records, bodies: PreparedBodies }
  readonly #records: Records
  readonly #bodies: PreparedBodies
  readonly #users = new Map<string, { readonly email: string; readonly name: string | null; readonly language: string | null }>()
  #home: { readonly locale: string; readonly timezone: string } | undefined

  constructor({ records, bodies }: Resolved<typeof Letters.uses>) {
    this.#records = records
    this.#bodies = bodies
  }

  /** What a template says now, or said in a version; undefined where there is none (anymore). */
  async template(id: string, version?: number): Promise<TemplateText | undefined> {
    const [row] = await this.#records.columns(EmailTemplateVersion, ['subject', 'html', 'text', 'version'], (query) => {
      const own = query.where('template_id', '=', id)
      return (version === undefined ? own : own.where('version', '<=', version)).orderBy('version', 'desc').limit(1)
    })
    if (!row || (version === undefined && !(await this.#records.has(EmailTemplate, id)))) return undefined
    const { version: template_version, ...text } = row
    return { ...text, template_id: id, template_version }
  }

  /** Whether the text names this tag: `ai.line`. */
  static names(text: LetterText, tag: string): boolean {
    return tagsOf(text).has(tag)
  }

  /** The letters, in the order of those for whom they are written; a plain text that nobody has written is made of the HTML. */
  async write(given: LetterText, all: readonly LetterFor[]): Promise<readonly Letter[]> {
    const text = given.text === null && given.html !== null ? { ...given, text: await this.#plainOf(given.html) } : given
    return (await this.#values(all)).map((values) => letterOf(text, values))
  }

  /** With what the tags of a text are filled in, and nothing else: kept, it makes the same letter later (`filled`). */
  async values(text: LetterText, all: readonly LetterFor[]): Promise<readonly TagValues[]> {
    const tags = tagsOf(text)
    return (await this.#values(all)).map((values) => valuesOfTags(values, tags))
  }

  /** The letter of a text, both of its bodies given, with values that were kept. */
  static filled(text: LetterText, values: TagValues): Letter {
    return letterOf(text, values)
  }

  async #values(all: readonly LetterFor[]): Promise<readonly TagValues[]> {
    await this.#readUsers(all.map(({ owner }) => owner))
    const organization = await this.#organization()
    const { now } = this.#records.unit
    return all.map(({ owner, aiLine = null, ...about }) => {
      const sender = this.#users.get(foldOwner(owner))
      return tagValues({
        ...about,
        owner: sender ?? { email: owner },
        language: sender?.language,
        organization,
        now,
        aiLine,
        unsubscribeUrl: UNSUBSCRIBE_URL,
      })
    })
  }

  // Once for all contacts, with its tags.
  async #plainOf(source: string): Promise<string | null> {
    const known = plainTexts.get(source)
    if (known !== undefined) return known
    // What nobody can read in time goes without a plain text.
    const text = await this.#bodies.make({ html: source, inline_css: false }).then(
      (made) => made.text,
      () => null,
    )
    if (plainTexts.size >= PLAIN_TEXTS) plainTexts.delete(plainTexts.keys().next().value ?? '')
    plainTexts.set(source, text)
    return text
  }

  async #readUsers(owners: readonly string[]): Promise<void> {
    const unknown = new Set(owners.map(foldOwner).filter((each) => !this.#users.has(each)))
    if (unknown.size === 0) return
    for (const { email, name, language } of await this.#records.findBy(User, 'email', unknown))
      this.#users.set(foldOwner(email), { email, name, language })
  }

  async #organization(): Promise<{ readonly locale: string; readonly timezone: string }> {
    if (this.#home) return this.#home
    const [row] = await this.#records.columns(Organization, ['locale', 'timezone'], (query) => query.limit(1))
    return (this.#home = { locale: row?.locale ?? 'en', timezone: row?.timezone ?? 'UTC' })
  }
}

/** The tags that a text names, in lower case. */
export function tagsOf(text: LetterText): ReadonlySet<string> {
  return new Set(partsOf(text).flatMap(({ template }) => [...template.tags]))
}

/** Of the values, those that these tags name; a record that is not there stays null. */
function valuesOfTags(values: TagValues, tags: ReadonlySet<string>): TagValues {
  const kept: Record<string, unknown> = {}
  for (const tag of tags) {
    const [root = '', name = '', ...property] = tag.split('.')
    const value = values[root]
    if (name === '' || !isObject(value)) {
      kept[root] = value ?? null
      continue
    }
    const record = (kept[root] ??= {}) as Record<string, unknown>
    if (property.length === 0) {
      if (Object.hasOwn(value, name)) record[name] = value[name] ?? null
      continue
    }
    const [all, own] = [membersOf(value[name]), (record[name] ??= {}) as Record<string, unknown>]
    for (const each of Object.keys(all)) if (each.toLowerCase() === property.join('.')) own[each] = all[each]
  }
  return kept
}

function letterOf(text: LetterText, values: TagValues): Letter {
  const missing = new Set<string>()
  const warnings: Letter['warnings'][number][] = []
  const said: { subject: string; html: string | null; text: string | null } = { subject: '', html: null, text: null }
  for (const { part, template, sink } of partsOf(text)) {
    const rendered = template.render(values, sink, missing)
    said[part] = rendered.text
    for (const each of rendered.warnings) warnings.push({ ...each, part })
  }
  return { ...said, missing: [...missing], warnings }
}

interface Part {
  readonly part: 'subject' | 'html' | 'text'
  readonly template: Template
  readonly sink: 'header' | 'html' | 'plain'
}

function partsOf({ subject, html: body, text }: LetterText): readonly Part[] {
  return [
    { part: 'subject', template: plain.get(subject).template, sink: 'header' },
    ...(body === null ? [] : [{ part: 'html', template: html.get(body).template, sink: 'html' } as const]),
    ...(text === null ? [] : [{ part: 'text', template: plain.get(text).template, sink: 'plain' } as const]),
  ]
}
