import { CrmError } from '../../operation/errors.ts'

// Of Node, where nothing answers at the address; and the classes of PostgreSQL's codes for a user and a database that it does not let in.
const silent = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'])
const refusing = /^(?:28|3D)/

/** Why a database server could not be asked, as `unavailable` in one line; any other error as it is. */
export function notReached(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error
  if (silent.has(error.code))
    return new CrmError('unavailable', `The database does not answer (${error.code}${placeOf(error)}): check its address`)
  return refusing.test(error.code) ? new CrmError('unavailable', `The database refuses the connection: ${error.message}`) : error
}

function placeOf(error: Error): string {
  const { address, port, hostname } = { address: undefined, port: undefined, hostname: undefined, ...error }
  if (address !== undefined) return ` at ${address}${port === undefined ? '' : `:${port}`}`
  return hostname === undefined ? '' : ` at ${hostname}`
}
