import { type CallResult, loadOf, type ResultFormat, successResult, textOf } from './result.ts'
import type { OperationTool } from './tool.ts'

/** What a tool answered, and how to ask again. */
interface Answer {
  readonly value: unknown
  readonly input: Readonly<Record<string, unknown>>
  readonly format: ResultFormat
  ask(input: unknown): Promise<unknown>
}

/** The result of a tool that is no page. If it is too long, it is requested again, concisely or with a smaller limit, and truncated as a last resort. */
export async function fitAnswer(entry: OperationTool, asked: Answer): Promise<CallResult> {
  const { value, note } = await askForLess(entry, asked)
  const result = successResult(value, asked.format, note)
  if (!takes(entry, 'only') || result.content.length < 2) return result
  return { ...result, content: [...result.content, textOf('Name a list in `only` to see it whole.')] }
}

async function askForLess(entry: OperationTool, { value, input, format, ask }: Answer): Promise<{ value: unknown; note?: string }> {
  if (loadOf(value, format) <= 1) return { value }
  if (takes(entry, 'detail') && input['detail'] === undefined)
    return { value: await ask({ ...input, detail: 'concise' }), note: 'Shown concisely.' }
  const first = Number(input['limit'] ?? entry.operation.input.properties['limit']?.['default'])
  if (!entry.tool.annotations.readOnlyHint || !(first > 1)) return { value }
  let [limit, fewer] = [first, value]
  for (let load = loadOf(fewer, format); load > 1 && limit > 1; load = loadOf(fewer, format)) {
    limit = Math.max(1, Math.floor((limit * 0.95) / load))
    fewer = await ask({ ...input, limit })
  }
  return { value: fewer, note: `Too long for one result: shown with limit ${limit} instead of ${first}.` }
}

const takes = ({ operation }: OperationTool, name: string): boolean => Object.hasOwn(operation.input.properties, name)

/** The page that fits. One that is too long is requested again with a smaller limit: only the engine can make the cursor that continues there. */
export async function fitPage(
  first: unknown,
  format: ResultFormat,
  ask: (limit: number) => Promise<unknown>,
): Promise<{ page: unknown; note?: string }> {
  const asked = listOf(first).length
  let [page, limit] = [first, asked]
  for (let fits = countThatFits(page, format); fits < limit; fits = countThatFits(page, format)) {
    limit = fits
    page = await ask(limit)
  }
  if (limit === asked) return { page }
  return { page, note: `Too long for one result: ${limit} of the page are shown, ${asked - limit} more follow from next_cursor.` }
}

// How many records of the page fit. Other content takes at most half of the room, because it can be truncated.
function countThatFits(page: unknown, format: ResultFormat): number {
  const list = listOf(page)
  if (list.length < 2 || loadOf(page, format) <= 1) return list.length
  const room = 1 - Math.min(0.5, loadOf({ ...(page as object), [nameOf(page)]: [] }, format))
  const load = loadOf({ [nameOf(page)]: list }, format)
  return load <= room ? list.length : Math.max(1, Math.floor((list.length * room * 0.95) / load))
}

// The records of a page are the first list of the answer.
const nameOf = (page: unknown): string => Object.entries(page as object).find(([, each]) => Array.isArray(each))?.[0] ?? ''
const listOf = (page: unknown): readonly unknown[] => (page as Record<string, readonly unknown[]>)[nameOf(page)] ?? []
