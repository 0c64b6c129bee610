import { say } from './status.ts'

interface Found {
  readonly kind: string
  readonly title: string
  readonly about: string
  readonly path: string
}

const AFTER_MS = 120
// Who types fast may ask for more than the server answers in a second.
const AGAIN_MS = 1000
const SHOWN = 10

/** Shows what is found below the field while it is typed. Enter asks the server for all of it. */
export function searchBy(field: HTMLInputElement, list: HTMLElement, docs: string): void {
  let timer: number | undefined
  let asked: AbortController | undefined
  const close = () => {
    list.hidden = true
    list.replaceChildren()
  }
  const ask = async () => {
    asked?.abort()
    const query = field.value.trim()
    if (query === '') return close()
    asked = new AbortController()
    const { signal } = asked
    try {
      const answer = await fetch(`${docs}/search?q=${encodeURIComponent(query)}`, { signal, credentials: 'omit' })
      if (answer.status === 429) {
        timer = window.setTimeout(() => void ask(), AGAIN_MS)
        return
      }
      const { found } = (await answer.json()) as { found: readonly Found[] }
      // Who already walks through the entries keeps the one that has the focus.
      if (list.contains(document.activeElement)) return
      list.replaceChildren(...found.slice(0, SHOWN).map((each) => entryOf(each, docs)))
      list.hidden = found.length === 0
      say(found.length === 0 ? 'Nothing found' : `${found.length} found`)
    } catch {
      // Asked again, or no connection: the form still works.
    }
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void ask(), AFTER_MS)
  })
  const form = field.form ?? field
  form.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return
    const stops = [field, ...list.querySelectorAll('a')]
    const at = stops.findIndex((each) => each === document.activeElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      close()
      field.focus()
    } else if (step !== undefined && !list.hidden && at >= 0) {
      event.preventDefault()
      stops[at + step]?.focus()
    }
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !form.contains(event.target)) close()
  })
}

function entryOf({ title, about, path }: Found, docs: string): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const small = document.createElement('small')
  link.href = docs + path.slice('docs'.length)
  small.textContent = about.length > 120 ? `${about.slice(0, 120)}...` : about
  link.append(title, document.createElement('br'), small)
  item.append(link)
  return item
}
