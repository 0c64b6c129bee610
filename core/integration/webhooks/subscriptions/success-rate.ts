/** Attempts of one hour: hours since 1970, attempts, successes. */
export type HourlyAttempts = [hour: number, attempts: number, ok: number]

const HOUR_MS = 3_600_000
const HOURS = 24

/** The counts with one more attempt; kept on the webhook itself, so that lists need not read the delivery log. */
export function withAttempt(recent: readonly HourlyAttempts[], at: Date, ok: boolean): HourlyAttempts[] {
  const hour = hourOf(at)
  const [, attempts, succeeded] = recent.find(([each]) => each === hour) ?? [hour, 0, 0]
  return [...lastDay(recent, at).filter(([each]) => each !== hour), [hour, attempts + 1, succeeded + (ok ? 1 : 0)]]
}

/** Attempts of this hour and the 23 before it, and the share of successes (0 to 1, null without any). */
export function successRateOf(recent: readonly HourlyAttempts[], now: Date): { attempts_24h: number; success_rate_24h: number | null } {
  const hours = lastDay(recent, now)
  const attempts = hours.reduce((sum, [, each]) => sum + each, 0)
  const ok = hours.reduce((sum, [, , each]) => sum + each, 0)
  return { attempts_24h: attempts, success_rate_24h: attempts === 0 ? null : ok / attempts }
}

// A clock that was set back leaves hours in the future: they start again from zero.
function lastDay(recent: readonly HourlyAttempts[], now: Date): HourlyAttempts[] {
  const current = hourOf(now)
  return recent.filter(([hour]) => hour > current - HOURS && hour <= current)
}

function hourOf(time: Date): number {
  return Math.floor(time.getTime() / HOUR_MS)
}
