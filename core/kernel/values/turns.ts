/** Milliseconds after which other work gets its turn. */
const TURN_MS = 10
/** Small steps between two looks at the time. */
const STEPS = 8

/** Lets other work have its turn in the midst of a long loop: `if (turns.areOver()) await turns.next()`. */
export class Turns {
  readonly #every: number
  #since = performance.now()
  #steps = 0

  /** `every`: after so many steps it looks at the time; 1 for large steps. */
  constructor(every = STEPS) {
    this.#every = every
  }

  /** Whether this loop has had the event loop for long enough; to be asked once in each step. */
  areOver(): boolean {
    return ++this.#steps % this.#every === 0 && performance.now() - this.#since > TURN_MS
  }

  /** Resolves when the others have had their turn: all that is short, and the loops that have waited for longer. */
  async next(): Promise<void> {
    await new Promise<void>(queue)
    this.#since = performance.now()
  }
}

/** Does something with each item; others have their turn between two of them. */
export async function eachInTurns<T>(items: Iterable<T>, act: (item: T) => unknown): Promise<void> {
  const turns = new Turns()
  for (const item of items) {
    act(item)
    if (turns.areOver()) await turns.next()
  }
}

/** The items that `is` finds to be meant; others have their turn between two of them. */
export async function filterInTurns<T>(items: Iterable<T>, is: (item: T) => boolean): Promise<T[]> {
  const meant: T[] = []
  await eachInTurns(items, (item) => is(item) && meant.push(item))
  return meant
}

/** The distinct ones of these values; others have their turn between two of them. */
export async function distinctInTurns<T>(values: Iterable<T>): Promise<Set<T>> {
  const distinct = new Set<T>()
  await eachInTurns(values, (value) => distinct.add(value))
  return distinct
}

/** What `map` makes of each item; others have their turn between two of them. */
export async function mapInTurns<T, U>(items: Iterable<T>, map: (item: T, index: number) => U): Promise<U[]> {
  const turns = new Turns()
  const mapped: U[] = []
  for (const item of items) {
    mapped.push(map(item, mapped.length))
    if (turns.areOver()) await turns.next()
  }
  return mapped
}

/** Does work that pauses (`yield`) between its steps; others have their turn at a pause. */
export async function inTurns<T>(work: Iterator<void, T>): Promise<T> {
  const turns = new Turns()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (turns.areOver()) await turns.next()
  }
}

/** Does the same work at once. */
export function atOnce<T>(work: Iterator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

// However many loops there are in a process, one of them goes on in each turn of the event loop: what is short waits for no more than one.
const waiting: (() => void)[] = []

function queue(goOn: () => void): void {
  if (waiting.push(goOn) === 1) setImmediate(serve)
}

function serve(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(serve)
}
