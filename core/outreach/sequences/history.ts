import type { Enrollment } from './entity.ts'

// What is kept of one enrollment: both variants and repeated tries fit.
const MOST = 200

/** A history with what became of one more step. */
export function withStep(history: Enrollment['history'], step: Enrollment['history'][number]): Enrollment['history'] {
  return [...history, step].slice(-MOST)
}
