import { CrmError } from 'rapport-crm'
import { ConfigError } from './config.ts'
import { maskText } from './log.ts'

/** A mistake of the operator or a known condition; shown without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The message for an error that ended a command; secrets are masked. */
export function explain(error: unknown): string {
  return maskText(textOf(error))
}

function textOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message
  if (error instanceof CrmError)
    return [error.message, ...(error.details.errors ?? []).map(({ path, message }) => `  ${path} ${message}`)].join('\n')
  if (!(error instanceof Error)) return String(error)
  return known(error) ?? error.stack ?? error.message
}

function known(error: NodeJS.ErrnoException & { address?: string; port?: number; path?: string }): string | undefined {
  const { code, syscall, address, port, path } = error
  if (syscall === 'listen') {
    const reason =
      code === 'EADDRINUSE' ? 'is in use by another program' : code === 'EACCES' ? 'needs more rights' : 'is not an address of this machine'
    return `${address}:${port} ${reason}: set PORT or HOST`
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return `The database does not answer (${code}): check DATABASE_URL`
  if (code === 'ENOENT') return `${path} does not exist`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return `${path ?? 'A file'} cannot be read or written (${code})`
  return undefined
}
