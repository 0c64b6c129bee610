import { type Callable, type Field, headersOf, parse, targetOf, type Typed } from '../call.ts'
import { curlOf, typescriptOf } from '../snippets.ts'
import { send } from './send.ts'

/** Builds the form of an operation, when it is opened first; its snippets follow what is typed. */
export function tryIn(place: HTMLElement): void {
  if (place.firstChild) return
  const callable = parse(place.dataset['call'] ?? '') as Callable
  const operation = place.closest('details')
  const inputs = new Map<string, HTMLInputElement>()
  const form = document.createElement('form')
  form.autocomplete = 'off'
  for (const field of callable.fields) {
    const input = document.createElement('input')
    input.placeholder = field.example ?? ''
    inputs.set(field.name, input)
    form.append(labelled(`${operation?.id}-${field.name}`, nameOf(field), input))
  }
  const body = document.createElement('textarea')
  body.spellcheck = false
  if (callable.body !== undefined) {
    body.value = callable.body
    body.rows = Math.min(20, callable.body.split('\n').length + 1)
    form.append(labelled(`${operation?.id}-body`, 'Body (JSON)', body))
  }
  const file = document.createElement('input')
  file.type = 'file'
  if (callable.sends !== undefined) form.append(labelled(`${operation?.id}-body`, 'Body (file)', file))
  const button = document.createElement('button')
  const stop = document.createElement('button')
  const shown = document.createElement('div')
  button.textContent = 'Send'
  stop.textContent = 'Stop'
  stop.type = 'button'
  stop.hidden = true
  form.append(button, stop)
  place.append(form, shown)

  const typed = (): Typed => ({ values: Object.fromEntries([...inputs].map(([name, { value }]) => [name, value])), body: body.value })
  const api = new URL(place.dataset['api'] ?? '', document.baseURI).href
  const given = place.dataset['server'] ?? ''
  // Of an address that nobody told, the page knows its own part; another origin is never called.
  const server = given.startsWith('$CRM') ? api : given
  const target = URL.canParse(given) && new URL(given).origin === location.origin ? given : api
  const update = () => {
    for (const [kind, text] of [
      ['curl', curlOf(callable, typed(), server)],
      ['typescript', typescriptOf(callable, typed(), server)],
    ]) {
      const code = operation?.querySelector(`[data-snippet=${kind}] code`)
      if (code && text !== undefined) code.textContent = text
    }
  }
  form.addEventListener('input', update)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const missing = callable.fields.find(({ name, required }) => required && !inputs.get(name)?.value.trim())
    if (missing) return refuse(inputs.get(missing.name), `${missing.name} is needed`)
    // Browsers take them for other paths, escaped or not.
    const dots = callable.fields.find((each) => each.in === 'path' && /^\.{1,2}$/.test(inputs.get(each.name)?.value.trim() ?? ''))
    if (dots) return refuse(inputs.get(dots.name), `${dots.name} cannot be dots`)
    if (body.value.trim() !== '' && parse(body.value) === undefined) return refuse(body, 'This is not JSON')
    if (callable.asks && !confirm(`${callable.method} ${targetOf(callable, typed())}\n\nThis deletes, overwrites or sends. Do it now?`))
      return
    const headers = Object.fromEntries(headersOf(callable, typed()))
    const keyField = document.getElementById('key')
    const key = keyField instanceof HTMLInputElement ? keyField.value.trim() : ''
    if (!callable.open && key !== '') headers['Authorization'] = `Bearer ${key}`
    const sent = callable.sends === undefined ? body.value.trim() && body.value : file.files?.[0]
    if (callable.sends !== undefined && !sent) return refuse(file, 'A file is needed')
    if (typeof sent === 'string' && sent !== '') headers['Content-Type'] = 'application/json'
    const ended = new AbortController()
    stop.addEventListener('click', () => ended.abort(), { once: true })
    stop.hidden = false
    button.disabled = true
    const request = { method: callable.method, headers, signal: ended.signal, ...(sent && { body: sent }) }
    void send(target + targetOf(callable, typed()), request, shown).finally(() => {
      stop.hidden = true
      button.disabled = false
    })
  })
  form.addEventListener('input', ({ target: field }) => {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.setCustomValidity('')
  })
  update()
}

function refuse(field: HTMLInputElement | HTMLTextAreaElement | undefined, message: string): void {
  field?.setCustomValidity(message)
  field?.reportValidity()
}

const nameOf = ({ name, in: place, required }: Field) => `${name} (${place}${required ? ', required' : ''})`

function labelled(id: string, text: string, field: HTMLElement): HTMLElement {
  const row = document.createElement('p')
  const label = document.createElement('label')
  label.htmlFor = id
  label.textContent = text
  field.id = id
  row.append(label, field)
  return row
}
