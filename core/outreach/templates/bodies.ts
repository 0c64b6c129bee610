import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { isTooNested, tooNested } from './nesting.ts'

/** What is made of an HTML text when it is saved. */
export interface MadeBodies {
  /** With the styles in the elements, where that was asked for. */
  readonly html: string
  /** Its plain text. */
  readonly text: string
}
/** What it is made of. */
export interface BodySource {
  readonly html: string
  readonly inline_css: boolean
}

// Upper case would change the words of tags.
const asWritten = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'].map((selector) => ({
  selector,
  options: { uppercase: false, uppercaseHeaderCells: false },
}))

/** The plain text of an HTML text; merge tags stay as they are. Throws `invalid_input` (`too_deep`) for more elements inside one another than a parser bears. */
export async function textOfHtml(html: string): Promise<string> {
  if (isTooNested(html)) throw invalid('/html', tooNested.code, tooNested.message)
  return await plainOf(html)
}

async function plainOf(html: string): Promise<string> {
  // Loaded with the first use, because few processes need it.
  const { convert } = await import('html-to-text')
  return convert(html, {
    wordwrap: false,
    selectors: [
      ...asWritten,
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['<', '>'] } },
    ],
  })
}

/** What a thread makes of a text that is not too nested: seconds for a long one. Throws `invalid_input` where styles cannot be written into it. */
export async function makeBodies({ html, inline_css }: BodySource): Promise<MadeBodies> {
  return { html: inline_css ? await withInlineCss(html) : html, text: await plainOf(html) }
}

async function withInlineCss(html: string): Promise<string> {
  const { default: juice } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'juice').catch(() => {
    throw new CrmError(
      'invalid_input',
      'Styles are written into elements by the package juice, which is not installed: install it, or leave out inline_css',
      {
        errors: [{ path: '/inline_css', code: 'not_available', message: 'needs the optional package juice' }],
      },
    )
  })
  const inlined = juice(html)
  if (tagsIn(html) !== tagsIn(inlined))
    throw invalid(
      '/inline_css',
      'tags_changed',
      'Writing the styles into the elements would change merge tags: simplify the HTML around them, or leave it out',
    )
  return inlined
}

// All merge tags as they are written, in their order.
function tagsIn(html: string): string {
  const found: string[] = []
  for (let at = html.indexOf('{{'); at !== -1;) {
    const end = html.indexOf('}}', at)
    if (end === -1) break
    found.push(html.slice(at, end + 2))
    at = html.indexOf('{{', end)
  }
  return found.join('\n')
}
