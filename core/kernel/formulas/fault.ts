/** Why a text is no formula. */
export class FormulaFault extends Error {
  readonly code: string
  readonly allowed: readonly string[] | undefined

  constructor(code: string, message: string, allowed?: readonly string[]) {
    super(message)
    this.code = code
    this.allowed = allowed
  }
}
