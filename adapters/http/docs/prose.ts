import { type Html, html } from 'rapport-crm'

/** A sentence of ours, with what stands between backticks as code. */
export function prose(text: string | undefined): Html {
  return html`${(text ?? '').split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
