import { fileURLToPath } from 'node:url'
import { measures } from './measures.ts'
import { readTree } from './tree.ts'

// npm run figures [-- name...]: prints every figure beside its limit and exits with 1 if one exceeds it; with names, their places, too.
const root = fileURLToPath(new URL('../../..', import.meta.url))
const asked = new Set(process.argv.slice(2))
const tree = readTree(root)
const rows = measures.map((each) => {
  const measured = each.measure(tree)
  const value = typeof measured === 'number' ? measured : measured.length
  return { ...each, value, places: typeof measured === 'number' ? (each.details?.(tree) ?? []) : measured, isOver: value > each.limit }
})

const width = Math.max(...rows.map(({ name, title }) => name.length + title.length)) + 3
console.log(`${'figure'.padEnd(width)}    today    limit   target`)
for (const { name, title, value, limit, target, unit = '', places, isOver } of rows) {
  const cell = (figure: number | string) => `${figure}${unit}`.padStart(7)
  console.log(`${`${name}: ${title}`.padEnd(width)}  ${cell(value)}  ${cell(limit)}  ${cell(target)}${isOver ? '   OVER THE LIMIT' : ''}`)
  if (asked.has(name)) console.log(places.map((place) => `    ${place}`).join('\n'))
}

const over = rows.filter(({ isOver }) => isOver)
if (over.length > 0) {
  console.error(`Over the limit: ${over.map(({ name }) => name).join(', ')}. \`npm run figures -- ${over[0]?.name}\` lists the places.`)
  process.exitCode = 1
}
