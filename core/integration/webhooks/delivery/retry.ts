const longestDelay = 21_600

/** Seconds from the end of failed attempt 1, 2, ... to the next one. */
export const retryDelays: readonly number[] = [60, 300, 1_800, 7_200, longestDelay]

/** Attempts that the schedule allows for one delivery. */
export const maxAttempts = retryDelays.length + 1

/** When a delivery is due again after its failed attempt number `step`; null after the last attempt of the schedule. */
export function nextRetryAt(step: number, finishedAt: Date): Date | null {
  const delay = retryDelays[step - 1]
  return delay === undefined ? null : new Date(finishedAt.getTime() + delay * 1_000)
}

/** When a delivery is due again that the local network failed to send: by the schedule, but without an end. */
export function nextTryAt(attempt: number, finishedAt: Date): Date {
  const delay = retryDelays[attempt - 1] ?? longestDelay
  return new Date(finishedAt.getTime() + delay * 1_000)
}
