/** Consecutive failed attempts after which a webhook becomes inactive (8.2). */
export const deactivateAt = 25

/** Consecutive failed attempts from which on an endpoint gets one request at a time. */
const halfOpenAt = 5

/** A warning for the operator, in percent of the failures that deactivate. */
export type FailureWarning = 50 | 80 | 100

const warnings = new Map<number, FailureWarning>(
  ([50, 80, 100] as const).map((percent) => [Math.ceil((deactivateAt * percent) / 100), percent]),
)

/** Consecutive failures of the first warning. */
export const firstWarningAt = Math.min(...warnings.keys())

/** The warning to send when the counter has just reached `failureCount`; each is given once on the way up. */
export function warningAt(failureCount: number): FailureWarning | undefined {
  return warnings.get(failureCount)
}

/** How many requests may be under way to one endpoint: `cap`, or 1 so that a dead one cannot burn all its failures in one burst. */
export function inFlightLimit(failureCount: number, cap: number): number {
  return failureCount >= halfOpenAt ? 1 : cap
}
