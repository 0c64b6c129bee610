/** Consecutive failed attempts after which a webhook becomes inactive. */
export const deactivateAt = 25

/** Consecutive failed attempts after which an endpoint gets one request at a time. */
const halfOpenAt = 5

/** A warning for the operator: failures so far, in percent of those that deactivate. */
export type FailureWarning = 50 | 80 | 100

const warnings = new Map<number, FailureWarning>(
  ([50, 80, 100] as const).map((percent) => [Math.ceil((deactivateAt * percent) / 100), percent]),
)

/** Consecutive failures at which the first warning is sent. */
export const firstWarningAt = Math.min(...warnings.keys())

/** The warning to send when the counter has just reached `failureCount`; each is sent once on the way up. */
export function warningAt(failureCount: number): FailureWarning | undefined {
  return warnings.get(failureCount)
}

/** Requests that may be in flight to one endpoint: `cap`, or 1 after some failures, so that no burst to a dead endpoint deactivates it. */
export function inFlightLimit(failureCount: number, cap: number): number {
  return failureCount >= halfOpenAt ? 1 : cap
}
