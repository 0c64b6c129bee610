import { type Answers, type Grade, grade, grades, type Task } from './exam.ts'
import { teach } from './lessons.ts'
import type { Worlds } from './world.ts'
import { type WrongCall, wrongCalls } from './wrong-calls.ts'

/** What came of the whole exam. */
export interface Report {
  /** The tasks of each area by their grade. */
  readonly areas: Readonly<Record<string, Readonly<Record<Grade, readonly string[]>>>>
  /** What each wrong call that taught nothing was, and why. */
  readonly untaught: readonly string[]
  /** Whether the exam is passed: see README.md. */
  readonly passed: boolean
}

/** Tasks that a reader must do at the first try. */
const LEAST_FIRST = 100

/** Sits all tasks with these answers, and makes all wrong calls. */
export async function report(areas: Readonly<Record<string, readonly Task[]>>, answers: Answers, worlds: Worlds): Promise<Report> {
  const graded: Record<string, Record<Grade, string[]>> = {}
  for (const [area, tasks] of Object.entries(areas)) {
    const own = (graded[area] = { first: [], second: [], third: [], impossible: [] } as Record<Grade, string[]>)
    for (const task of tasks) own[await grade(task, answers[task.id] ?? [], () => worlds.fresh())].push(task.id)
  }
  const untaught: string[] = []
  for (const each of wrongCalls) untaught.push(...(await untaughtBy(each, worlds)))
  const count = (grade: Grade) => countOf(graded, grade)
  return { areas: graded, untaught, passed: count('first') >= LEAST_FIRST && count('impossible') === 0 && untaught.length === 0 }
}

async function untaughtBy(call: WrongCall, worlds: Worlds): Promise<string[]> {
  await using world = await worlds.fresh()
  const why = await teach(call, world)
  return why === undefined ? [] : [`${call.tool}, ${call.teaches}: ${why}`]
}

const countOf = (areas: Report['areas'], grade: Grade): number => Object.values(areas).reduce((sum, each) => sum + each[grade].length, 0)

/** The result as a table, with the names of what a reader could not do at once. */
export function printed({ areas, untaught }: Report): string {
  const head = ['', ...grades]
  const rows = Object.entries(areas).map(([area, own]) => [area, ...grades.map((each) => String(own[each].length))])
  const sums = ['all', ...grades.map((each) => String(countOf(areas, each)))]
  const width = Math.max(...rows.map(([area = '']) => area.length))
  const line = ([name = '', ...cells]: readonly string[]) => [name.padEnd(width), ...cells.map((each) => each.padStart(10))].join(' ')
  const late = grades.slice(1).flatMap((each) => Object.values(areas).flatMap((own) => own[each].map((id) => `${each}: ${id}`)))
  return [
    line(head),
    ...rows.map(line),
    line(sums),
    ...late,
    `wrong calls that teach the right one: ${wrongCalls.length - untaught.length} of ${wrongCalls.length}`,
    ...untaught,
  ].join('\n')
}
