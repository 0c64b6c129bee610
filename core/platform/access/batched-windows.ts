import type { Window, WindowStore } from './rate-windows.ts'

// A call that waits to be counted.
interface Waiting {
  readonly points: number
  readonly now: number
  readonly durationMs: number
  resolve(window: Window): void
  reject(error: unknown): void
}

/**
 * Counts calls of a key that arrive while an earlier one is being counted together, in one step, and gives each its own count: as exact
 * as one by one, but the calls of a busy key do not queue for their row.
 */
export function batched(store: WindowStore): WindowStore {
  // A key has a lane while one of its counts runs; calls that arrive in the meantime are counted by the next one.
  const lanes = new Map<string, Waiting[]>()

  async function send(key: string, batch: readonly Waiting[]): Promise<void> {
    await count(key, batch)
    const next = lanes.get(key) ?? []
    if (next.length === 0) return void lanes.delete(key)
    lanes.set(key, [])
    void send(key, next)
  }

  async function count(key: string, batch: readonly Waiting[]): Promise<void> {
    const points = batch.reduce((sum, each) => sum + each.points, 0)
    const last = batch.at(-1)
    if (!last) return
    try {
      const window = await store.add(key, points, last.now, last.durationMs)
      let place = window.points - points
      for (const each of batch) each.resolve({ ...window, points: (place += each.points) })
    } catch (error) {
      for (const each of batch) each.reject(error)
    }
  }

  return {
    giveBack: (key, expires) => store.giveBack(key, expires),
    add: (key, points, now, durationMs) =>
      new Promise((resolve, reject) => {
        const waiting = { points, now, durationMs, resolve, reject }
        const lane = lanes.get(key)
        if (lane) return void lane.push(waiting)
        lanes.set(key, [])
        void send(key, [waiting])
      }),
  }
}
