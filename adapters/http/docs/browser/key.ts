import { say } from './status.ts'

/**
 * Keeps the key that is typed for the other pages of this tab, until it is forgotten or the tab is closed. The browser keeps it for this origin
 * alone, and sends it nowhere; pages of docs under another path have another one.
 */
export function keepKey(field: HTMLInputElement, forget: HTMLButtonElement, docs: string): void {
  const name = `rapport:${docs}:key`
  const show = () => {
    field.value = stored(name) ?? ''
    forget.hidden = field.value === ''
  }
  field.addEventListener('input', () => {
    const key = field.value.trim()
    store(name, key === '' ? undefined : key)
    forget.hidden = field.value === ''
  })
  forget.addEventListener('click', () => {
    store(name, undefined)
    show()
    field.focus()
    say('The key is forgotten')
  })
  // Also a page that one comes back to, which has stood still meanwhile.
  addEventListener('pageshow', show)
  show()
}

// A browser may keep nothing, by the will of its user: then the key is that of the page.
function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function store(name: string, key: string | undefined): void {
  try {
    if (key === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, key)
  } catch {
    // As above.
  }
}
