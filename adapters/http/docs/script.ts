/** The only script of the page: it filters by the search and opens the section of the address. The page is complete without it. */
export const script = `
const field = document.getElementById('search'), count = document.getElementById('count')
const all = [...document.querySelectorAll('details')]
field.parentElement.hidden = false
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let found = 0
  for (const each of all) {
    each.hidden = !words.every((word) => each.dataset.words.includes(word))
    if (!each.hidden) found++
  }
  for (const each of document.querySelectorAll('main section')) each.hidden = words.length > 0 && !each.querySelector('details:not([hidden])')
  count.textContent = words.length > 0 ? found + ' found' : ''
})
const open = () => {
  const each = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (each instanceof HTMLDetailsElement) { each.open = true; each.scrollIntoView() }
}
addEventListener('hashchange', open)
open()
`
