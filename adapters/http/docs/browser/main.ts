import { copy } from './copy.ts'
import { keepKey } from './key.ts'
import { searchBy } from './search.ts'
import { tryIn } from './try.ts'

// The only script of the pages, which are complete without it: search while typing, buttons that copy, and forms that try calls.

const docs = new URL(document.body.dataset['docs'] ?? '', document.baseURI).pathname
const [field, list] = [document.getElementById('q'), document.getElementById('found')]
if (field instanceof HTMLInputElement && list) searchBy(field, list, docs)

const [key, forget] = [document.getElementById('key'), document.getElementById('forget')]
if (key instanceof HTMLInputElement && forget instanceof HTMLButtonElement) keepKey(key, forget, docs)

document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLElement && target.matches('.copy')) void copy(target)
})

for (const details of document.querySelectorAll('details')) {
  const build = () => {
    const place = details.querySelector('.try')
    if (details.open && place instanceof HTMLElement) tryIn(place)
  }
  details.addEventListener('toggle', build)
}

// Opens the operation that the address names.
const open = () => {
  const named = document.getElementById(location.hash.slice(1))
  if (!(named instanceof HTMLDetailsElement)) return
  named.open = true
  named.scrollIntoView()
}
addEventListener('hashchange', open)
open()
