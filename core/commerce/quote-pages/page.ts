import { type Html, html } from '../../kernel/operation/html.ts'
import type { Page } from '../../kernel/operation/schema/page.ts'
import type { Sheet } from '../printing/shown-sheet.ts'
import { discountOf, sumsOf } from '../printing/sums.ts'
import type { Language } from '../printing/words.ts'
import type { QuoteView } from '../quotes/service.ts'
import { isOver } from '../quotes/validity.ts'
import { style } from './style.ts'
import { pageWords } from './words.ts'

/** What the page shows of a quote, with all its words. */
type Shown = Sheet<QuoteView> & { readonly text: Sheet['text'] & (typeof pageWords)[Language] }

/** The field of a form that was wrong, and what had been typed. */
export interface Faulty {
  readonly field: 'name' | 'email'
  readonly name: string
  readonly email: string
}

interface Options {
  readonly status?: number
  /** Path of the newer version, where that is open to the same customer. */
  readonly newer?: string | undefined
  readonly faulty?: Faulty
}

/** The public page of a quote: the offer, its state, and the forms as long as it is open. */
export function quotePage(of: Sheet<QuoteView>, { status = 200, newer, faulty }: Options = {}): Page {
  const sheet: Shown = { ...of, text: { ...of.text, ...pageWords[of.language] } }
  const { language, text, seller, document: quote } = sheet
  const open = isOpen(sheet)
  const body = html`<header class="seller">${seller.name}</header>
    <main>
      <h1>${text.quote} ${quote.number}</h1>
      ${quote.title && html`<p class="title">${quote.title}</p>`} ${notice(sheet, newer)} ${facts(sheet)} ${table(sheet)} ${totals(sheet)}
      ${quote.notes && html`<section class="prose">${paragraphs(quote.notes)}</section>`}
      ${
        quote.terms &&
        html`<section class="prose">
          <h2>${text.terms}</h2>
          ${paragraphs(quote.terms)}
        </section>`
      }
      ${download(sheet, faulty)} ${open && forms(sheet, faulty)}
    </main>`
  return { status, language, title: `${text.quote} ${quote.number} - ${seller.name}`.slice(0, 500), style, body: body.text }
}

/** The page for an unknown address; it does not say why. */
export function missingPage(language: Language): Page {
  const { missing, missingHint } = pageWords[language]
  const body = html`<main>
    <h1>${missing}</h1>
    <p>${missingHint}</p>
  </main>`
  return { status: 404, language, title: missing, style, body: body.text }
}

/** Whether the customer can still decide. */
export function isOpen({ document: quote, today }: Sheet<QuoteView>): boolean {
  const { status, next_quote_id } = quote
  return (status === 'sent' || status === 'viewed') && next_quote_id === null && !isOver(quote, today)
}

function notice(sheet: Shown, newer: string | undefined): Html | null {
  const { document: quote, text, today } = sheet
  if (quote.next_quote_id !== null) return say(text.superseded, newer === undefined ? null : html`<a href="${newer}">${text.newer}</a>`)
  if (quote.status === 'accepted') {
    const { name } = quote.accepted_by ?? {}
    return say(
      name ? text.accepted.replace('{name}', () => name).replace('{date}', () => sheet.moment(quote.accepted_at)) : text.acceptedPlain,
    )
  }
  if (quote.status === 'declined') return say(text.declined)
  if (quote.status === 'cancelled') return say(text.cancelled)
  return quote.status === 'expired' || isOver(quote, today) ? say(text.expired.replace('{date}', () => sheet.day(quote.valid_until))) : null
}

function say(words: string, more: Html | null = null): Html {
  return html`<p class="notice" role="status">${words} ${more}</p>`
}

function facts({ text, day, facts, customer }: Shown): Html {
  const known = facts.map(({ name, ...fact }) => [text[name], fact.text ?? day(fact.day ?? null)] as const)
  const shown: readonly (readonly [string, string | Html | null])[] = [
    ...known,
    [text.for, customer.length === 0 ? null : html`${customer.map((each, at) => html`${at > 0 && html`<br />`}${each}`)}`],
  ]
  return html`<dl>
    ${shown
      .filter(([, value]) => value !== null && value !== '')
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`
}

// On a phone each line is a block in which every figure has its label. Browsers drop the semantics of a table that is shown as blocks, so the
// roles state them.
function table({ document: quote, text, money, number }: Shown): Html {
  const { lines } = quote
  const discounts = lines.some(({ discount_percent, discount_amount }) => discount_percent || discount_amount)
  return html`<div class="scroll" role="region" aria-label="${text.item}" tabindex="0">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">${text.position}</th>
          <th scope="col" role="columnheader">${text.item}</th>
          ${[text.quantity, text.price, ...(discounts ? [text.discount] : []), text.total].map(
            (name) => html`<th scope="col" role="columnheader" class="number">${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${lines.map(
          (line) =>
            html`<tr role="row">
              <td role="cell">${line.position}</td>
              <th scope="row" role="rowheader">
                ${line.name ?? line.sku ?? line.description ?? ''}${line.name && line.description && html`<small>${line.description}</small>`}
              </th>
              ${figure(text.quantity, `${number(line.quantity)} ${line.unit ?? ''}`)} ${figure(text.price, money(line.unit_price))}
              ${discounts && figure(text.discount, discountOf(line, { money, number }))} ${figure(text.total, money(line.total_excl_tax))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function figure(name: string, value: string): Html {
  return html`<td role="cell" class="number" data-name="${name}">${value.trim()}</td>`
}

function totals(sheet: Shown): Html {
  const { document: quote, text, money } = sheet
  return html`<dl class="totals">
    ${sumsOf(sheet).map(
      ([name, amount]) =>
        html`<dt>${name}</dt>
          <dd>${amount}</dd>`,
    )}
    <dt class="sum">${text.gross}</dt>
    <dd class="sum">${money(quote.total_incl_tax)}</dd>
  </dl>`
}

// A form with a fault is answered below the address of the page.
function addressOf({ public_token }: QuoteView, faulty: Faulty | undefined): string {
  return `${faulty ? '../' : ''}${public_token}`
}

function download({ document: quote, text }: Shown, faulty: Faulty | undefined): Html {
  return html`<p><a href="${addressOf(quote, faulty)}/pdf" download="${quote.number}.pdf">${text.download}</a></p>`
}

// Without scripts: the browser sends the forms, and the server answers with the page in its new state.
function forms({ text, document: quote }: Shown, faulty: Faulty | undefined): Html {
  const token = addressOf(quote, faulty)
  const wrong = (field: Faulty['field'], message: string) =>
    faulty?.field === field && html`<p class="wrong" id="${field}-wrong" role="alert">${message}</p>`
  const marks = (field: Faulty['field']) =>
    faulty?.field === field && html` aria-invalid="true" aria-describedby="${field}-wrong" autofocus`
  return html`<section class="forms">
    <form method="post" action="${token}/accept">
      <h2>${text.accept}</h2>
      <p>${text.acceptHint}</p>
      <label for="name">${text.name}</label>
      ${wrong('name', text.nameMissing)}
      <input id="name" name="name" autocomplete="name" maxlength="255" required value="${faulty?.name ?? ''}" ${marks('name')} />
      <label for="email">${text.email}</label>
      ${wrong('email', text.emailWrong)}
      <input id="email" name="email" type="email" autocomplete="email" maxlength="254" value="${faulty?.email ?? ''}" ${marks('email')} />
      <button type="submit">${text.accept}</button>
    </form>
    <details>
      <summary>${text.decline}</summary>
      <form method="post" action="${token}/decline">
        <label for="reason">${text.reason}</label>
        <textarea id="reason" name="reason" rows="3" maxlength="2000"></textarea>
        <button type="submit" class="quiet">${text.decline}</button>
      </form>
    </details>
  </section>`
}

// The style keeps single line breaks; blank lines make paragraphs.
function paragraphs(text: string): Html {
  return html`${text.split(/\n\s*\n/).map((each) => html`<p>${each.trim()}</p>`)}`
}
