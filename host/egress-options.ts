import { Http } from 'rapport-crm'
import * as v from 'valibot'

type HttpOptions = NonNullable<ConstructorParameters<typeof Http>[0]>

/** A comma separated list of what is allowed, as the port takes it. */
export function list(option: (entries: readonly string[]) => HttpOptions) {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue }) => {
      const entries = dataset.value
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean)
      const problem = egressProblem(option(entries))
      if (problem) addIssue({ message: problem })
      return entries
    }),
  )
}

/** What is wrong with options of outgoing calls: the port that enforces them validates them. */
export function egressProblem(options: HttpOptions): string | undefined {
  try {
    void new Http(options)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
