import { html } from 'rapport-crm'
import type { Page } from './layout.ts'
import type { Rendered } from './markdown.ts'
import { prose } from './prose.ts'
import type { Group } from './reference.ts'

/** What the API says of itself. */
export type Info = {
  readonly title: string
  readonly summary: string
  readonly description: string
}

/** The first page: what there is to read. */
export function homePage(
  info: Info,
  guides: readonly { readonly name: string; readonly guide: Rendered }[],
  groups: readonly Group[],
): Page {
  const main = html`<h1>${info.title}</h1>
    <p>${info.summary}.</p>
    <h2>Guides</h2>
    <dl>
      ${guides.map(
        ({ name, guide }) =>
          html`<dt><a href="./docs/guides/${name}">${guide.title}</a></dt>
            <dd>${guide.about}</dd> `,
      )}
    </dl>
    <h2>Reference</h2>
    <p>
      Every operation with its fields, an example, calls to copy and a form that tries it on this host.
      <a href="./docs/errors">Errors</a> and <a href="./docs/schemas">schemas</a> are listed on their own.
    </p>
    <dl>
      ${groups.map(
        ({ slug, name, about, operations }) =>
          html`<dt><a href="./docs/api/${slug}">${name}</a> <small>${operations.length}</small></dt>
            <dd>${prose(about)}</dd> `,
      )}
    </dl>`
  return { path: 'docs', title: info.title, main }
}
