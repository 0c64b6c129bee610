import { html } from 'rapport-crm'
import { type Page } from './layout.ts'
import { prose } from './prose.ts'
import type { Found } from './search.ts'

/** What was found, for readers without a script and for those who want to see all of it. */
export function resultsPage(query: string, found: readonly Found[]): Page {
  const main = html`<h1>Search</h1>
    <p>
      ${found.length === 0 ? 'Nothing' : found.length === 1 ? 'One place' : `${found.length} places`} found for
      <strong>${query}</strong>.
    </p>
    <ol class="results">
      ${found.map(
        ({ kind, title, about, path }) => html`<li><a href="./${path}">${title}</a> <small>${kind}</small><br />${prose(about)}</li> `,
      )}
    </ol>`
  return { path: 'docs', title: 'Search · Rapport', main, query }
}
