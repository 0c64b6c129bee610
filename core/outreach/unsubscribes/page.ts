import { html } from '../../kernel/operation/html.ts'
import type { Page } from '../../kernel/operation/schema/page.ts'
import { style } from '../../commerce/quote-pages/style.ts'
import type { Language } from '../../commerce/printing/words.ts'
import { unsubscribeWords } from './words.ts'

/** What a reader chooses: no more messages of this topic, or no more at all. */
export type Choice = 'topic' | 'all'

/** The page that asks; it is the same whoever opens it, so that it tells nothing about anybody. */
export function askingPage(language: Language, status = 200): Page {
  const { title, question, topic, all } = unsubscribeWords[language]
  const body = html`<main>
    <h1>${title}</h1>
    <p id="question">${question}</p>
    <form method="post" aria-labelledby="question">
      <button type="submit" name="choice" value="topic">${topic}</button>
      <button type="submit" name="choice" value="all" class="quiet">${all}</button>
    </form>
  </main>`
  return { status, language, title, style, body: body.text }
}

/** The page that says that it is done. */
export function donePage(language: Language, choice: Choice): Page {
  const { title, done, doneAll } = unsubscribeWords[language]
  const body = html`<main>
    <h1>${title}</h1>
    <p class="notice" role="status">${choice === 'all' ? doneAll : done}</p>
  </main>`
  return { status: 200, language, title, style, body: body.text }
}
