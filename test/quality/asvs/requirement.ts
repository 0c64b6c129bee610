/** How one requirement of OWASP ASVS 5.0 is answered. */
export type Requirement = Met | NotApplicable | Operator

/** Tests show it. */
export interface Met {
  readonly status: 'met'
  /** Each `file > title`, the title as the source has it. */
  readonly tests: readonly string[]
}

/** The project has nothing that it could apply to. */
export interface NotApplicable {
  readonly status: 'not applicable'
  readonly reason: string
}

/** Whoever runs it must do it. */
export interface Operator {
  readonly status: 'operator'
  /** `file#section`, the section as a link names it. */
  readonly place: string
  /** Tests of what the project does towards it. */
  readonly tests: readonly string[]
}

/** Requirements of some chapters, by id. */
export type Requirements = Readonly<Record<string, Requirement>>

/** Shown by these tests, each `file > title`. */
export function met(first: string, ...others: readonly string[]): Met {
  return { status: 'met', tests: [first, ...others] }
}

/** Does not apply, for this reason. */
export function notApplicable(reason: string): NotApplicable {
  return { status: 'not applicable', reason }
}

/** The part of the operator, as this section says. */
export function operator(place: string, ...tests: readonly string[]): Operator {
  return { status: 'operator', place, tests }
}
