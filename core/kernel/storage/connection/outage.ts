import { CrmError } from '../../operation/errors.ts'
import { codeOf } from '../../values/error-code.ts'

// Of Node and PostgreSQL (connection lost, ended because this process stood still for too long, resources used up, shutting
// down or starting) and of SQLite.
const CODES =
  /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|08|53|25P0[34]|57P0[1-35]|SQLITE_(ABORT_ROLLBACK|BUSY|FULL|IOERR|CANTOPEN))/
// What the driver throws without a code.
const MESSAGES = /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/i
const RETRY_SECONDS = 2

/** `unavailable` in place of an error that says that the database is gone for now; any other error as it is. */
export function orUnavailable(error: unknown): unknown {
  if (error instanceof CrmError || !isOutage(error)) return error
  return new CrmError('unavailable', 'Something that this call needs does not answer; try again', { retry_after: RETRY_SECONDS })
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return CODES.test(codeOf(error) ?? '') || MESSAGES.test(error.message)
}
