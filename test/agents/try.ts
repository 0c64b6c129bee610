import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { answersIn, sheets } from './answers.ts'
import { MOST_TRIES, sit, type Try } from './exam.ts'
import { referring } from './references.ts'
import { areas, tasks } from './tasks/index.ts'
import { sqliteWorlds } from './world.ts'

// How a reader of the tool list sits the exam (README.md says by which rules):
//
//   node -C source test/agents/try.ts <task> <file with calls> [done]
//
// runs the calls in a fresh organization, prints each answer as an agent sees it, and records them as the present try of the task.
const [id = '', file = '', end] = process.argv.slice(2)
const task = tasks.find((each) => each.id === id)
if (!task || !existsSync(file)) fail('node -C source test/agents/try.ts <task> <file with calls> [done]')
const area = Object.keys(areas).find((each) => areas[each]?.includes(task)) ?? ''
mkdirSync(sheets, { recursive: true })
const sheet = join(sheets, `${area}.json`)
// Exists as long as the last try may go on.
const mark = join(sheets, `.${id}.open`)

const answers = answersIn(sheet)
const isOpen = existsSync(mark)
const tries = answers[id] ?? []
const ended = isOpen ? tries.slice(0, -1) : tries
const begun = isOpen ? (tries.at(-1) ?? []) : []
if (ended.length >= MOST_TRIES) fail(`${id} has had its ${MOST_TRIES} tries`)

await using worlds = await sqliteWorlds({ kept: true })
await using world = await worlds.fresh()
const given = JSON.parse(readFileSync(file, 'utf8')) as Try
const { results, right } = await sit(task, given, world)
const calls = given
  .slice(0, results.length)
  .map((each, n) => ({ tool: each.tool, arguments: referring(each.arguments, results.slice(0, n)) }))
if (!isDeepStrictEqual(calls.slice(0, begun.length), begun))
  fail('A try goes on with the calls with which it began. To begin anew, end it first: the same calls again, with `done`')
for (const [n, { content }] of results.entries())
  console.log(`--- ${n + 1}. ${given[n]?.tool} ${JSON.stringify(given[n]?.arguments)}\n${content.map(({ text }) => text).join('\n')}\n`)

const refused = results.at(-1)?.isError === true
writeFileSync(sheet, `${JSON.stringify({ ...answers, [id]: [...ended, calls] }, null, 2)}\n`)
if (refused || end === 'done') rmSync(mark, { force: true })
else writeFileSync(mark, '')
const name = `Try ${ended.length + 1} of ${MOST_TRIES}`
if (refused) console.log(`${name} is over: the last call was refused.`)
else if (end === 'done') console.log(`${name} is over: ${right ? 'DONE, the task is done.' : 'NOT RIGHT, the task is not done.'}`)
else console.log(`${name} goes on: add calls behind these, or run them again with \`done\` to end it.`)

function fail(why: string): never {
  console.log(why)
  process.exit(2)
}
