import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answers } from './exam.ts'

/** Where the answers of readers are, one file for each area. */
export const sheets = process.env['EXAM_ANSWERS'] ?? join(import.meta.dirname, 'answers')

/** The tries of one file, by task. */
export function answersIn(path: string): Answers {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Answers) : {}
}

/** All tries, by task. */
export function allAnswers(): Answers {
  if (!existsSync(sheets)) return {}
  const files = readdirSync(sheets).filter((each) => each.endsWith('.json'))
  return Object.assign({}, ...files.map((each) => answersIn(join(sheets, each)))) as Answers
}
