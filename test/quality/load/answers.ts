/** What came of one request; status 0 where there was no answer. */
export interface Answer {
  readonly status: number
  readonly ms: number
  readonly retryAfter: string | null
}

/** Counts answers by status, and what matters of each: how long they took, and whether a refusal says when to come back. */
export class Answers {
  readonly #byStatus = new Map<number, Answer[]>()

  add(answer: Answer): Answer {
    const known = this.#byStatus.get(answer.status)
    if (known) known.push(answer)
    else this.#byStatus.set(answer.status, [answer])
    return answer
  }

  /** Refusals that do not say when to come back. */
  get silent(): number {
    return [429, 503].flatMap((status) => this.#byStatus.get(status) ?? []).filter(({ retryAfter }) => retryAfter === null).length
  }

  /** Answers with this status. */
  count(status: number): number {
    return this.#byStatus.get(status)?.length ?? 0
  }

  /** Answers that took longer than so many milliseconds, of how many. */
  slowerThan(ms: number): string {
    const all = [...this.#byStatus.values()].flat()
    return `${all.filter((each) => each.ms > ms).length} of ${all.length}`
  }

  shown(): Record<string, unknown> {
    const all = [...this.#byStatus].toSorted(([a], [b]) => a - b)
    return { ...Object.fromEntries(all.map(([status, answers]) => [status, summaryOf(answers)])), withoutRetryAfter: this.silent }
  }
}

function summaryOf(answers: readonly Answer[]): Record<string, number> {
  const sorted = answers.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: answers.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
