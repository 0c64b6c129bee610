/** Attempts of one hour: hours since 1970, how many were made, how many succeeded. */
export type Hour = [hour: number, made: number, ok: number]

const HOUR_MS = 3_600_000
const HOURS = 24

/** The counts with one more attempt; kept on the webhook itself, so that no list has to read the delivery log. */
export function countedIn(recent: readonly Hour[], at: Date, ok: boolean): Hour[] {
  const hour = hourOf(at)
  const [, made, succeeded] = recent.find(([each]) => each === hour) ?? [hour, 0, 0]
  return [...lastDay(recent, at).filter(([each]) => each !== hour), [hour, made + 1, succeeded + (ok ? 1 : 0)]]
}

/** How the attempts of this hour and the 23 before it ended; the rate is from 0 to 1, null without any. */
export function successOf(recent: readonly Hour[], now: Date): { attempts_24h: number; success_rate_24h: number | null } {
  const hours = lastDay(recent, now)
  const made = hours.reduce((sum, [, each]) => sum + each, 0)
  const ok = hours.reduce((sum, [, , each]) => sum + each, 0)
  return { attempts_24h: made, success_rate_24h: made === 0 ? null : ok / made }
}

// A clock that was set back leaves hours that are yet to come: they count again from zero.
function lastDay(recent: readonly Hour[], now: Date): Hour[] {
  const current = hourOf(now)
  return recent.filter(([hour]) => hour > current - HOURS && hour <= current)
}

function hourOf(time: Date): number {
  return Math.floor(time.getTime() / HOUR_MS)
}
