import { errorCatalog, type Html, html, type Registry } from 'rapport-crm'
import type { Callable, Server } from './call.ts'
import { callableOf } from './callable.ts'
import { codeOf, type Page, upFrom } from './layout.ts'
import type { Content, Described, Model, Schema } from './model.ts'
import { prose } from './prose.ts'
import { fieldsOf, parametersOf } from './schema.ts'
import { curlOf, typescriptOf } from './snippets.ts'

/** What the pages of the reference are made of. */
export interface Reference {
  readonly model: Model
  readonly registry: Registry
  /** As it is shown. */
  readonly server: Server
  /** The API from the root of the site: `api/v1`. */
  readonly api: string
}

/** The operations of one tag. */
export interface Group {
  readonly slug: string
  readonly name: string
  readonly about: string
  readonly operations: readonly Described[]
}

/** The page of a group: each operation with its fields, its calls to copy and, where scripts run, a form that tries it. */
export function groupPage({ slug, name, about, operations }: Group, reference: Reference): Page {
  const path = `docs/api/${slug}`
  const up = upFrom(path)
  const main = html`<h1>${name}</h1>
    <p>${prose(about)}</p>
    <form class="scripted key" method="dialog">
      <label for="key">API key to try calls with</label>
      <input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note" />
      <button id="forget" type="button" hidden>Forget the key</button>
      <small id="key-note">Stays in this tab until you forget it or close the tab, and is sent only with the calls that you send.</small>
    </form>
    ${operations.map((each) => operationOf(each, reference, up))}`
  return { path, title: `${name} · Rapport`, main }
}

function operationOf(operation: Described, { model, registry, server, api }: Reference, up: string): Html {
  const { method, path, operationId, summary, needs, parameters, body, answer, errors } = operation
  const callable = callableOf(operation, model, registry)
  return html`<details id="${operationId}">
    <summary>
      <h2><span class="method">${method}</span> <code>${path}</code> ${prose(summary)}</h2>
    </summary>
    <div>
      <p>${prose(needs)} <small>${operationId}</small></p>
      ${
        parameters.length > 0 &&
        html`<h3>Parameters</h3>
          ${parametersOf(parameters, up)}`
      }
      ${body && part('Body', body, model, up)}
      <h3>Call</h3>
      <div class="try" data-call="${JSON.stringify(callable)}" data-server="${server}" data-api="${up}${api}"></div>
      ${snippets(callable, server)} ${answer && part(`Answer (${answer[0]})`, answer[1], model, up)}
      <p><a href="${up}docs/errors">Errors</a>: ${errors.join(', ')}</p>
    </div>
  </details> `
}

function snippets(callable: Callable, server: Server): Html {
  const typed = { values: {}, body: callable.body ?? '' }
  return html`${codeOf(curlOf(callable, typed, server), 'Call by curl', 'curl')}${codeOf(typescriptOf(callable, typed, server), 'Call in TypeScript', 'typescript')}`
}

function part(title: string, content: Content, { exampleOf }: Model, up: string): Html {
  const example = title === 'Body' ? undefined : exampleOf(content)
  return html`<h3>${title}</h3>
    ${content.schema && fieldsOf(content.schema, up)}${example !== undefined && codeOf(JSON.stringify(example, null, 1), 'Example')}`
}

/** The page of one schema. */
export function schemaPage(name: string, schema: Schema): Page {
  const path = `docs/schemas/${name}`
  const main = html`<h1><code>${name}</code></h1>
    <p>${prose(schema.description)}</p>
    ${fieldsOf(schema, upFrom(path))}`
  return { path, title: `${name} · Rapport`, main }
}

/** The list of schemas. */
export function schemasPage(schemas: Model['schemas']): Page {
  const rows = Object.entries(schemas).map(
    ([name, { description }]) =>
      html`<li>
        <a href="schemas/${name}"><code>${name}</code></a> ${prose(description)}
      </li> `,
  )
  const main = html`<h1>Schemas</h1>
    <ul class="fields">
      ${rows}
    </ul>`
  return { path: 'docs/schemas', title: 'Schemas · Rapport', main }
}

/** The codes of errors. */
export function errorsPage(description: string): Page {
  const rows = Object.entries(errorCatalog).map(
    ([code, each]) => html`<li id="${code}"><code>${each.status} ${code}</code> ${each.title}</li> `,
  )
  const main = html`<h1>Errors</h1>
    <p>${prose(description)}</p>
    <ul class="fields">
      ${rows}
    </ul>`
  return { path: 'docs/errors', title: 'Errors · Rapport', main }
}
