import { style as quoteStyle } from '../../commerce/quote-pages/style.ts'
import type { Language } from '../../commerce/printing/words.ts'
import { type Html, html } from '../../kernel/operation/html.ts'
import type { Page } from '../../kernel/operation/schema/page.ts'
import type { Form } from './entity.ts'
import { formHtml, type Shown } from './form-html.ts'
import { formWords } from './words.ts'

const style = `${quoteStyle}
fieldset { border: 0; margin: .75rem 0 0; padding: 0; } legend { padding: 0; font-weight: 600; }
select { max-width: 26rem; width: 100%; padding: .6rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: .25rem; }
.choice { display: flex; gap: .6rem; align-items: baseline; font-weight: 400; margin: .35rem 0; } .choice input { width: auto; flex: none; }
.needed { color: var(--faint); font-weight: 400; } .prose p, .consent { white-space: pre-line; overflow-wrap: anywhere; } label, legend { overflow-wrap: anywhere; }
.extra { position: absolute; left: -9999px; width: 1px; height: 1px; overflow: hidden; }
`

/** The page of a form, which needs no script. */
export function formPage(shown: Shown, status = 200): Page {
  const { form, language } = shown
  const title = form.title ?? form.name
  const body = html`<main>
    <h1>${title}</h1>
    ${form.introduction && html`<div class="prose">${paragraphs(form.introduction)}</div>`} ${formHtml(shown)}
  </main>`
  const leads_to = form.redirect_url ? [new URL(form.redirect_url).origin] : []
  return { status, language, title: title.slice(0, 500), style, body: body.text, leads_to }
}

/** A page that only says something. */
export function sayingPage(language: Language, title: string, text: Html | string, status = 200): Page {
  const body = html`<main>
    <h1>${title}</h1>
    ${typeof text === 'string' ? html`<div class="prose" role="status">${paragraphs(text)}</div>` : text}
  </main>`
  return { status, language, title: title.slice(0, 500), style, body: body.text }
}

/** The page for an address that is no form's; it does not say why. */
export function missingForm(language: Language): Page {
  const { missing, missingHint } = formWords[language]
  return sayingPage(language, missing, missingHint, 404)
}

/** The page on which a consent is confirmed by a button: who only opens the link, such as a scanner of mail, confirms nothing. */
export function confirmPage(form: Form, language: Language, action: string): Page {
  const { confirmTitle, confirm } = formWords[language]
  const text = html`<form method="post" action="${action}">
    <p class="consent">${form.consent?.text ?? ''}</p>
    <button type="submit">${confirm}</button>
  </form>`
  return sayingPage(language, confirmTitle, text)
}

// The style keeps single line breaks; blank lines make paragraphs.
function paragraphs(said: string): Html {
  return html`${said.split(/\n\s*\n/).map((each) => html`<p>${each.trim()}</p>`)}`
}
