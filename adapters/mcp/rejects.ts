import type { FieldError } from 'rapport-crm'
import { explained, type FailedCall } from './failure.ts'

/** A record that a bulk write has refused. */
interface Reject {
  readonly index: number
  readonly reason: string
  readonly code: string
  readonly field: string | null
  readonly allowed?: readonly unknown[]
}

// Further ones hardly teach more.
const EXPLAINED = 50

/** The answer of a bulk write, its rejects as instructive as the error of a single write: what was probably meant, and what is accepted. */
export function withExplainedRejects(value: unknown, failed: FailedCall): unknown {
  const rejected: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'rejected') : undefined
  if (!Array.isArray(rejected) || rejected.length === 0 || !rejected.every(isReject)) return value
  return { ...Object(value), rejected: rejected.map((each, at) => (at < EXPLAINED ? withMeant(each, failed) : each)) }
}

function withMeant(reject: Reject, failed: FailedCall): Reject {
  if (reject.field === null) return reject
  const path = `/records/${reject.index}/${reject.field.replaceAll('.', '/')}`
  const error: FieldError = { path, code: reject.code, message: reject.reason, ...(reject.allowed && { allowed: reject.allowed }) }
  const { allowed, did_you_mean } = explained(error, failed)
  const meant = did_you_mean === undefined ? '' : `. Did you mean "${did_you_mean}"?`
  return { ...reject, reason: `${reject.reason}${meant}`, ...(allowed && { allowed }) }
}

const isReject = (each: unknown): each is Reject =>
  typeof each === 'object' && each !== null && 'index' in each && 'reason' in each && 'code' in each && 'field' in each
