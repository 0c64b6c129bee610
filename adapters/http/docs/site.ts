import { setImmediate as turn } from 'node:timers/promises'
import { posix } from 'node:path'
import { errorCatalog, html, type Registry } from 'rapport-crm'
import type { OpenApi } from '../openapi/document.ts'
import { guides } from './generated/guides.ts'
import { homePage, type Info } from './home.ts'
import { type Contents, type Page, pageOf, upFrom } from './layout.ts'
import { type Rendered, rendered } from './markdown.ts'
import { type Described, modelOf } from './model.ts'
import { errorsPage, type Group, groupPage, type Reference, schemaPage, schemasPage } from './reference.ts'
import { resultsPage } from './results.ts'
import { type Entry, type Found, type Search, searchOf } from './search.ts'

/** What a site is made of. */
export interface Source {
  readonly registry: Registry
  readonly document: OpenApi
  /** The API from the root of the site. */
  readonly api: string
}

/** The pages of the documentation, each made when it is asked for first. */
export class Site {
  readonly #reference: Reference
  readonly #info: Info
  readonly #groups: readonly Group[]
  readonly #contents: Contents
  readonly #guides = new Map<string, Promise<Rendered>>()
  #search: Promise<Search> | undefined

  constructor({ registry, document, api }: Source) {
    const model = modelOf(document)
    const [{ url = '' } = {}] = document.servers as readonly { readonly url?: string }[]
    const tags = document.tags as readonly { readonly name: string; readonly description?: string }[]
    this.#info = document.info as Info
    this.#reference = { model, registry, server: URL.canParse(url) ? url : `$CRM${url}`, api }
    this.#groups = [...Map.groupBy(model.operations, ({ tag }) => tag)].map(([name, operations]) => ({
      slug: slugOf(name),
      name,
      about: tags.find((each) => each.name === name)?.description ?? '',
      operations,
    }))
    this.#contents = { guides, groups: this.#groups }
  }

  /** The page below the root of the site (`docs/guides/embed`); undefined if there is none. */
  async page(path: string): Promise<string | undefined> {
    const page = await this.#pageAt(path)
    return page && pageOf(page, this.#contents)
  }

  /** The page of what is found. */
  results(query: string, found: readonly Found[]): string {
    return pageOf(resultsPage(query, found), this.#contents)
  }

  /** The search, prepared at its first use. */
  async search(): Promise<Search> {
    return await (this.#search ??= this.#entries().then(searchOf))
  }

  async #pageAt(path: string): Promise<Page | undefined> {
    const [, place = '', name = '', ...more] = path.split('/')
    if (more.length > 0) return undefined
    const { schemas } = this.#reference.model
    if (path === 'docs') return homePage(this.#info, await this.#allGuides(), this.#groups)
    if (path === 'docs/errors') return errorsPage(this.#info.description)
    if (path === 'docs/schemas') return schemasPage(schemas)
    if (place === 'schemas' && Object.hasOwn(schemas, name)) return schemas[name] && schemaPage(name, schemas[name])
    if (place === 'api') {
      const group = this.#groups.find(({ slug }) => slug === name)
      return group && groupPage(group, this.#reference)
    }
    const guide = place === 'guides' ? await this.#guide(name) : undefined
    return guide && { path, title: `${guide.title} · Rapport`, main: html`<article>${guide.body}</article>` }
  }

  #guide(name: string): Promise<Rendered> | undefined {
    const guide = guides.find((each) => each.name === name)
    if (!guide) return undefined
    const known = this.#guides.get(name)
    if (known) return known
    const made = rendered(guide.text, (target) => linkFrom(guide.file, target))
    this.#guides.set(name, made)
    return made
  }

  // In turns: each guide takes some milliseconds.
  async #allGuides(): Promise<{ readonly name: string; readonly guide: Rendered }[]> {
    const all: { name: string; guide: Rendered }[] = []
    for (const { name } of guides) {
      const guide = await this.#guide(name)
      if (guide) all.push({ name, guide })
      await turn()
    }
    return all
  }

  async #entries(): Promise<Entry[]> {
    const found = await this.#allGuides()
    const sections = found.flatMap(({ name, guide }) =>
      guide.sections.map(({ id, title, text }, at): Entry => {
        const about = at === 0 ? guide.about : guide.title
        return { kind: 'guide', title, about, path: `docs/guides/${name}#${id}`, words: text }
      }),
    )
    const operations = this.#groups.flatMap(({ slug, operations: all }) => all.map((each) => entryOf(each, slug)))
    const schemas = Object.entries(this.#reference.model.schemas).map(([name, { description = '', properties = {} }]): Entry => ({
      kind: 'schema',
      title: name,
      about: description,
      path: `docs/schemas/${name}`,
      words: Object.keys(properties).join(' '),
    }))
    const errors = Object.entries(errorCatalog).map(([code, { status, title }]): Entry => ({
      kind: 'error',
      title: code,
      about: title,
      path: `docs/errors#${code}`,
      words: `${status}`,
    }))
    return [...sections, ...operations, ...schemas, ...errors]
  }
}

const slugOf = (tag: string) => tag.toLowerCase().replaceAll(/\W+/g, '-')

function entryOf({ method, path, operationId, summary, tag, needs, parameters, body }: Described, slug: string): Entry {
  const fields = [...parameters.map(({ name }) => name), ...Object.keys(body?.schema?.properties ?? {})]
  return {
    kind: 'operation',
    title: `${operationId} ${method} ${path}`,
    about: summary,
    path: `docs/api/${slug}#${operationId}`,
    words: `${tag} ${needs} ${fields.join(' ')}`,
  }
}

// Links of a guide are those of the repository: to other guides, and to files that this site does not show.
function linkFrom(file: string, target: string): string | undefined {
  if (/^(https?:|mailto:)/.test(target) || target.startsWith('#')) return target
  const [to = '', anchor = ''] = target.split('#')
  const guide = guides.find((each) => each.file === posix.join(posix.dirname(file), to))
  return guide && `${upFrom('docs/guides/x')}docs/guides/${guide.name}${anchor && `#${anchor}`}`
}
