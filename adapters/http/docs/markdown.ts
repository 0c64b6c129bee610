import { setImmediate as turn } from 'node:timers/promises'
import type { Token, Tokens } from 'marked'
import { type Html, html } from 'rapport-crm'
import { codeOf } from './layout.ts'

/** A guide as HTML, with the texts by which its sections are found. */
export interface Rendered {
  readonly title: string
  /** Its first paragraph. */
  readonly about: string
  readonly body: Html
  readonly sections: readonly Section[]
}

/** What stands below a heading. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** The address of a link; undefined: there is none on this site, and its text is shown. */
export type LinkTo = (target: string) => string | undefined

/** Writes Markdown as HTML, in turns, since a long guide takes some milliseconds. HTML inside of it is shown as text, and comments are left out. */
export async function rendered(text: string, linkTo: LinkTo): Promise<Rendered> {
  const { lexer } = await import('marked')
  await turn()
  const tokens = lexer(text)
  await turn()
  const ids = new Map<Token, string>()
  const sections: { id: string; title: string; text: string }[] = []
  const taken = new Map<string, number>()
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plain(token.tokens ?? [])
      const id = slugOf(title, taken)
      ids.set(token, id)
      sections.push({ id, title, text: '' })
    } else {
      const last = sections.at(-1)
      if (last && token.type !== 'html') last.text += ` ${token.raw}`
    }
  }
  const first = tokens.find(({ type }) => type === 'paragraph')
  const about = first && 'tokens' in first ? plain(first.tokens ?? []) : ''
  return { title: sections[0]?.title ?? '', about, body: html`${tokens.map((token) => block(token, ids, linkTo))}`, sections }
}

// As GitHub names headings, so that links work in both places.
function slugOf(title: string, taken: Map<string, number>): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
  const count = taken.get(slug) ?? 0
  taken.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}

function block(token: Token, ids: ReadonlyMap<Token, string>, linkTo: LinkTo): Html {
  const line = (tokens: readonly Token[] | undefined) => html`${(tokens ?? []).map((each) => inline(each, linkTo))}`
  const blocks = (tokens: readonly Token[] | undefined) => html`${(tokens ?? []).map((each) => block(each, ids, linkTo))}`
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      return heading(depth, ids.get(token) ?? '', line(tokens))
    }
    case 'paragraph':
      return html`<p>${line(token.tokens)}</p> `
    case 'code':
      return codeOf(token.text as string, (token.lang as string | undefined) === 'sh' ? 'Commands' : 'Code')
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const rows = items.map((item) => html`<li>${blocks(item.tokens)}</li> `)
      return ordered
        ? html`<ol>
            ${rows}
          </ol> `
        : html`<ul>
            ${rows}
          </ul> `
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return html`<div class="table" tabindex="0" role="region" aria-label="Table">
        <table>
          <thead>
            <tr>
              ${header.map((cell) => html`<th scope="col">${line(cell.tokens)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell) => html`<td>${line(cell.tokens)}</td>`)}
                </tr> `,
            )}
          </tbody>
        </table>
      </div> `
    }
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens)}</blockquote> `
    case 'hr':
      return html`<hr />`
    case 'space':
      return html``
    default:
      return inline(token, linkTo)
  }
}

function heading(depth: number, id: string, text: Html): Html {
  if (depth === 1) return html`<h1 id="${id}">${text}</h1> `
  return depth === 2 ? html`<h2 id="${id}">${text}</h2> ` : html`<h3 id="${id}">${text}</h3> `
}

function inline(token: Token, linkTo: LinkTo): Html {
  const inner = () =>
    'tokens' in token && token.tokens ? html`${token.tokens.map((each) => inline(each, linkTo))}` : html`${textOf(token)}`
  switch (token.type) {
    case 'strong':
      return html`<strong>${inner()}</strong>`
    case 'em':
      return html`<em>${inner()}</em>`
    case 'codespan':
      return html`<code>${textOf(token)}</code>`
    case 'br':
      return html`<br />`
    case 'link': {
      const href = linkTo((token as Tokens.Link).href)
      return href === undefined ? inner() : html`<a href="${href}">${inner()}</a>`
    }
    case 'html':
      return html`${textOf(token).startsWith('<!--') ? '' : textOf(token)}`
    default:
      return inner()
  }
}

const textOf = (token: Token) => ('text' in token ? String(token.text) : token.raw)

function plain(tokens: readonly Token[]): string {
  return tokens.map((each) => ('tokens' in each && each.tokens ? plain(each.tokens) : textOf(each))).join('')
}
