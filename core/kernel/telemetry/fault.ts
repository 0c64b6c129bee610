/** Why work failed, in a word of few: the code of the error, or the name of its class. */
export interface Fault {
  /** `error.type`: `not_found`, `SQLITE_BUSY`, `TypeError`. */
  readonly type: string
  /** The caller asked for what cannot be done: an answer with a status of 400 to 499. */
  readonly isRefusal: boolean
}

// Codes of errors, as the engine, Node and databases have them.
const word = /^\w{1,64}$/

/** What may be said about an error: never its message, which quotes values. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: 'unknown', isRefusal: false }
  const code = 'code' in error ? error.code : undefined
  const status = 'status' in error ? error.status : undefined
  const type = typeof code === 'string' && word.test(code) ? code : word.test(error.name) ? error.name : 'unknown'
  return { type, isRefusal: typeof status === 'number' && status < 500 }
}
