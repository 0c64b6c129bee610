import type { Window, WindowStore } from './rate-windows.ts'

// A call that waits for its place in a window.
interface Waiting {
  readonly points: number
  readonly now: number
  readonly durationMs: number
  resolve(window: Window): void
  reject(error: unknown): void
}

/**
 * Counts the calls of a key that come while another is being counted in one step together, and tells each its own place:
 * as exact as one by one, but a busy key no longer waits in line for its row.
 */
export function batched(store: WindowStore): WindowStore {
  // A key has a lane while one of its counts is under way; whoever comes meanwhile is counted by the next.
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
    const { now, durationMs } = batch.at(-1) as Waiting
    try {
      const window = await store.add(key, points, now, durationMs)
      let place = window.points - points
      for (const each of batch) each.resolve({ points: (place += each.points), expires: window.expires })
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
