const safe = /^[\w.:~+/=-]{1,128}$/

/** Whether a request id that somebody else has made can stand in headers and logs as it is. */
export function isRequestId(given: string | null | undefined): given is string {
  return typeof given === 'string' && safe.test(given)
}
