/** A request for a page, in the form of this adapter. */
export interface PageRequest {
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly ip: string | undefined
  /** By name, in lower case. */
  readonly header: (name: string) => string | null
  /** All of them, by name in lower case. */
  readonly headers: () => Iterable<readonly [string, string]>
}
