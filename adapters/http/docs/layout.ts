import { type Html, html } from 'rapport-crm'
import { script } from './generated/script.ts'
import { style } from './style.ts'

/** What every page shows beside its own content. */
export interface Contents {
  readonly guides: readonly { readonly name: string; readonly title: string }[]
  readonly groups: readonly { readonly slug: string; readonly name: string }[]
}

/** A page: its address below the root of the site, its title and its content. */
export interface Page {
  /** `docs/guides/embed` */
  readonly path: string
  readonly title: string
  readonly main: Html
  /** What is searched for. */
  readonly query?: string
}

/** Leads from a page to the root of the site. Links are relative, because whoever mounts this may take a prefix off its path. */
export const upFrom = (path: string) => '../'.repeat(path.split('/').length - 1) || './'

/** The whole page. */
export function pageOf({ path, title, main, query = '' }: Page, { guides, groups }: Contents): string {
  const up = upFrom(path)
  const item = (to: string, text: string) => html`<li><a href="${up}${to}" ${to === path && html`aria-current="page"`}>${text}</a></li> `
  const body = html`<a class="skip" href="#main">To the content</a>
    <nav aria-label="Documentation">
      <form role="search" action="${up}docs" method="get">
        <label for="q">Search</label>
        <input id="q" name="q" type="search" maxlength="100" autocomplete="off" value="${query}" />
        <button>Search</button>
        <ul id="found" aria-label="Found" hidden></ul>
      </form>
      <p class="title">Guides</p>
      <ul>
        ${item('docs', 'Start')}${guides.map(({ name, title: text }) => item(`docs/guides/${name}`, text))}
      </ul>
      <p class="title">Reference</p>
      <ul>
        ${groups.map(({ slug, name }) => item(`docs/api/${slug}`, name))}${item('docs/errors', 'Errors')}${item('docs/schemas', 'Schemas')}
      </ul>
    </nav>
    <main id="main" tabindex="-1">${main}</main>
    <p id="status" role="status"></p>`
  const head = html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>`
  // Style and script are constants that the policy allows by their hashes: they are not escaped.
  return compact(
    `<!doctype html>\n<html lang="en">\n<head>\n${head}\n<style>${style}</style>\n</head>\n<body data-docs="${up}docs">\n${body}\n<script>${script}</script>\n</body>\n</html>\n`,
  )
}

/** Text to copy: it can be scrolled by keyboard, and has a button where scripts run. */
export function codeOf(text: string, name: string, kind?: string): Html {
  return html`<div class="code" ${kind !== undefined && html`data-snippet="${kind}"`}>
    <pre tabindex="0" role="region" aria-label="${name}"><code>${text}</code></pre>
    <button type="button" class="copy">Copy</button>
  </div> `
}

// Removes the indentation of the templates, except inside `pre`.
function compact(text: string): string {
  return text
    .split(/(<pre\b[^]*?<\/pre>|<script>[^]*<\/script>|<style>[^]*?<\/style>)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/\s*\n\s*/g, '\n')))
    .join('')
}
