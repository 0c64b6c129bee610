import type { Language } from '../../commerce/printing/words.ts'
import type { FieldError } from '../../kernel/operation/errors.ts'
import { type Html, html } from '../../kernel/operation/html.ts'
import type { Form } from './entity.ts'
import { trapOf } from './judge.ts'
import type { Asked } from './values.ts'
import { type FormWords, formWords } from './words.ts'

/** What a page shows of a form. */
export interface Shown {
  readonly form: Form
  readonly language: Language
  /** Signed time and id of the submission. */
  readonly stamp: string
  /** What was typed before; nothing at the first visit. */
  readonly typed?: Readonly<Record<string, unknown>>
  readonly faults?: readonly FieldError[]
  /** Above the form, in words. */
  readonly notice?: string
  /** Path to which it is sent. */
  readonly action: string
}

/** The form itself: the same on its page and in pages of other sites. */
export function formHtml(shown: Shown): Html {
  const { form, language, stamp, typed = {}, faults = [], notice, action } = shown
  const words = formWords[language]
  const trap = trapOf(form)
  return html`<form method="post" action="${action}" accept-charset="utf-8">
    ${notice && html`<p class="notice" role="alert">${notice}</p>`} ${summary(form, faults, words)}
    ${form.fields.map((field) => asked(field, valueOf(field, typed), faultOf(faults, field.name), words))}
    <div class="extra" aria-hidden="true">
      <label for="f-${trap}">${words.trap}</label><input id="f-${trap}" name="${trap}" tabindex="-1" autocomplete="off" value="" />
    </div>
    ${form.consent && consent(form, typed['_consent'] === true, faults, words)}
    <input type="hidden" name="_stamp" value="${stamp}" />
    <button type="submit">${words.send}</button>
  </form>`
}

function summary(form: Form, faults: readonly FieldError[], words: FormWords): Html | null {
  if (faults.length === 0) return null
  const items = faults.map(({ path, code }) => {
    const name = path === '/consent' ? '_consent' : path.slice('/values/'.length)
    const field = form.fields.find((each) => each.name === name)
    const label = field ? labelOf(field) : name === '_consent' ? '' : null
    return label === null
      ? html`<li>${words.faultOther}</li>`
      : html`<li><a href="#f-${name}">${label === '' ? saying(code, undefined, words) : `${label}: ${saying(code, field, words)}`}</a></li>`
  })
  return html`<div class="notice" role="alert">
    <p>${words.wrong}</p>
    <ul>
      ${items}
    </ul>
  </div>`
}

function asked(field: Asked, value: unknown, fault: FieldError | undefined, words: FormWords): Html {
  const { name, type = 'text', hidden, options = [] } = field
  if (hidden) return html`<input type="hidden" name="${name}" value="${text(value)}" />`
  const wrong = fault && html`<p class="wrong" id="f-${name}-wrong">${saying(fault.code, field, words)}</p>`
  const marks = html`${field.required && type !== 'checkboxes' && html` required`}${
    fault && html` aria-invalid="true" aria-describedby="f-${name}-wrong"`
  }`
  const needed = field.required && html` <span class="needed">(${words.required})</span>`
  if (type === 'radio' || type === 'checkboxes') {
    const chosen = Array.isArray(value) ? value.map(String) : [text(value)]
    const kind = type === 'radio' ? 'radio' : 'checkbox'
    return html`<fieldset id="f-${name}" tabindex="-1">
      <legend>${labelOf(field)}${needed}</legend>
      ${wrong}
      ${options.map(
        (option) =>
          html`<label class="choice"
            ><input type="${kind}" name="${name}" value="${option}" ${chosen.includes(option) && html` checked`}${marks} />${option}</label
          >`,
      )}
    </fieldset>`
  }
  if (type === 'checkbox')
    return html`${wrong}<label class="choice"
        ><input
          type="checkbox"
          id="f-${name}"
          name="${name}"
          value="yes"
          ${(value === true || value === 'yes') && html` checked`}${marks}
        /><span>${labelOf(field)}${needed}</span></label
      >`
  return html`<label for="f-${name}">${labelOf(field)}${needed}</label> ${wrong} ${control(field, text(value), marks, words)}`
}

function control({ name, type = 'text', options = [], maps_to }: Asked, value: string, marks: Html, words: FormWords): Html {
  if (type === 'textarea') return html`<textarea id="f-${name}" name="${name}" rows="5" maxlength="20000" ${marks}>${value}</textarea>`
  if (type === 'select')
    return html`<select id="f-${name}" name="${name}" ${marks}>
      <option value="">${words.optionalChoice}</option>
      ${options.map((option) => html`<option value="${option}" ${option === value && html` selected`}>${option}</option>`)}
    </select>`
  const [kind, mode] =
    type === 'number' ? ['text', html` inputmode="decimal"`] : type === 'url' ? ['text', html` inputmode="url"`] : [type, '']
  const filled = autocompletes[maps_to ?? '']
  return html`<input
    id="f-${name}"
    name="${name}"
    type="${kind}"
    maxlength="1000"
    value="${value}"
    ${filled && html` autocomplete="${filled}"`}${mode}${marks}
  />`
}

const autocompletes: Readonly<Record<string, string>> = {
  'contact.email': 'email',
  'contact.name': 'name',
  'contact.first_name': 'given-name',
  'contact.last_name': 'family-name',
  'contact.phone': 'tel',
  'contact.title': 'organization-title',
  'contact.company': 'organization',
  'company.name': 'organization',
  'contact.city': 'address-level2',
  'contact.address.street': 'street-address',
  'contact.address.city': 'address-level2',
  'contact.address.postal_code': 'postal-code',
  'contact.country': 'country-name',
}

function consent(form: Form, given: boolean, faults: readonly FieldError[], words: FormWords): Html {
  const fault = faults.find(({ path }) => path === '/consent')
  const { required, text: said = '' } = form.consent ?? {}
  return html`${fault && html`<p class="wrong" id="f-_consent-wrong">${words.faultRequired}</p>`}<label class="choice"
      ><input
        type="checkbox"
        id="f-_consent"
        name="_consent"
        value="yes"
        ${given && html` checked`}${required && html` required`}${fault && html` aria-invalid="true" aria-describedby="f-_consent-wrong"`}
      /><span class="consent">${said}${required && html` <span class="needed">(${words.required})</span>`}</span></label
    >`
}

/** What is shown to people instead of the message for programs. */
function saying(code: string, field: Asked | undefined, words: FormWords): string {
  if (code === 'required') return words.faultRequired
  if (code === 'too_long') return words.faultLong
  if (code === 'not_allowed') return words.faultOption
  if (field?.type === 'email') return words.faultEmail
  return field?.type === 'number' ? words.faultNumber : words.faultOther
}

function valueOf({ name, default: initial, type }: Asked, typed: Readonly<Record<string, unknown>>): unknown {
  if (Object.hasOwn(typed, name)) return typed[name]
  if (Object.hasOwn(typed, '_stamp')) return type === 'checkbox' ? false : null
  return initial ?? null
}

function faultOf(faults: readonly FieldError[], name: string): FieldError | undefined {
  return faults.find(({ path }) => path === `/values/${name}`)
}

function labelOf({ label, name }: Asked): string {
  return label ?? name
}

function text(value: unknown): string {
  const single: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof single === 'string' || typeof single === 'number' || typeof single === 'boolean' ? String(single) : ''
}
