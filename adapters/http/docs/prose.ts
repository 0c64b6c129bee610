import { type Html, html } from 'rapport-crm'

/** A sentence as HTML, with text between backticks as code. */
export function prose(text: string | undefined): Html {
  return html`${(text ?? '').split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
