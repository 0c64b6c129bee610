import { errorCatalog, type Html, html } from 'rapport-crm'
import type { OpenApi } from '../openapi/document.ts'
import { curlOf } from './curl.ts'
import { type Content, type Described, type Model, modelOf } from './model.ts'
import { prose } from './prose.ts'
import { fieldsOf, parametersOf } from './schema.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/** The documentation as one HTML page, built from the OpenAPI document: every operation by tag, every schema, every error. */
export function pageOf(document: OpenApi): string {
  const model = modelOf(document)
  const { title, summary, description } = document.info as {
    readonly title: string
    readonly summary: string
    readonly description: string
  }
  const [{ url = '' } = {}] = document.servers as readonly { readonly url?: string }[]
  const server = URL.canParse(url) ? url : '$CRM'
  const groups = [...Map.groupBy(model.operations, ({ tag }) => tag)]
  const body = html`<a class="skip" href="#main">To the operations</a>
    <nav aria-label="Contents">
      <p hidden>
        <label for="search">Search</label> <input id="search" type="search" autocomplete="off" /> <small id="count" role="status"></small>
      </p>
      <ul>
        ${groups.map(([tag]) => html`<li><a href="#${idOf(tag)}">${tag}</a></li> `)}
        <li><a href="#errors">Errors</a></li>
        <li><a href="#schemas">Schemas</a></li>
      </ul>
    </nav>
    <main id="main">
      <h1>${title}</h1>
      <p>${summary}. ${prose(description)}</p>
      <p>The calls below run in a shell that knows an API key${server === '$CRM' && ' and the address of this API'}:</p>
      <pre tabindex="0"><code>export KEY=rk_...${server === '$CRM' && `\nexport CRM=http://127.0.0.1:3000${url}`}</code></pre>
      ${groups.map(
        ([tag, operations]) =>
          html`<section id="${idOf(tag)}">
            <h2>${tag}</h2>
            ${operations.map((each) => shown(each, model, server))}
          </section>`,
      )}
      <section id="errors">
        <h2>Errors</h2>
        <ul class="fields">
          ${Object.entries(errorCatalog).map(([code, each]) => html`<li><code>${each.status} ${code}</code> ${each.title}</li> `)}
        </ul>
      </section>
      <section id="schemas">
        <h2>Schemas</h2>
        ${Object.entries(model.schemas).map(
          ([name, schema]) =>
            html`<details id="schema-${name}" data-words="${name.toLowerCase()}">
              <summary>
                <h3><code>${name}</code> ${schema.description}</h3>
              </summary>
              <div>${fieldsOf(schema)}</div>
            </details> `,
        )}
      </section>
    </main>`
  // Style and script are constants that the policy allows by their hashes: they are not escaped.
  const head = html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>`
  return compact(
    `<!doctype html>\n<html lang="en">\n<head>\n${head}\n<style>${style}</style>\n</head>\n<body>\n${body}\n<script>${script}</script>\n</body>\n</html>\n`,
  )
}

function shown(operation: Described, model: Model, server: string): Html {
  const { method, path, operationId, summary, needs, parameters, body, answer, errors, tag } = operation
  const words = `${method} ${path} ${operationId} ${summary} ${tag}`.toLowerCase()
  return html`<details id="${operationId}" data-words="${words}">
    <summary>
      <h3><span class="method">${method}</span> <code>${path}</code> ${prose(summary)}</h3>
    </summary>
    <div>
      <p>${prose(needs)} <small>${operationId}</small></p>
      ${
        parameters.length > 0 &&
        html`<h4>Parameters</h4>
          ${parametersOf(parameters)}`
      }
      ${body && part('Body', body, model)}
      <h4>Call</h4>
      <pre tabindex="0"><code>${curlOf(operation, server, model.exampleOf)}</code></pre>
      ${answer && part(`Answer (${answer[0]})`, answer[1], model)}
      <p><a href="#errors">Errors</a>: ${errors.join(', ')}</p>
    </div>
  </details> `
}

function part(title: string, content: Content, { exampleOf }: Model): Html {
  const example = title === 'Body' ? undefined : exampleOf(content)
  return html`<h4>${title}</h4>
    ${content.schema && fieldsOf(content.schema)}${example !== undefined && html`<pre tabindex="0"><code>${JSON.stringify(example, null, 1)}</code></pre>`}`
}

const idOf = (tag: string) => `tag-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`

// Removes the indentation of the templates, except inside `pre`.
function compact(text: string): string {
  return text.replaceAll(/>\s*\n\s*</g, '>\n<').replaceAll(/(?<=^|\n) {4,}(?=<)/g, '')
}
