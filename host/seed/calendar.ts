/** The sets in the order in which they are written, because a later one may name records of an earlier one. */
const kinds = {
  products: ['bulkUpsertProducts', { match_on: 'sku', mode: 'upsert' }],
  companies: ['bulkUpsertCompanies', { mode: 'create' }],
  contacts: ['bulkUpsertContacts', { mode: 'create' }],
  deals: ['bulkUpsertDeals', { mode: 'create' }],
  moves: ['bulkUpsertDeals', { match_on: 'id', mode: 'update' }],
  tasks: ['bulkUpsertTasks', { mode: 'create' }],
  completions: ['bulkUpsertTasks', { match_on: 'id', mode: 'update' }],
  activities: ['bulkUpsertActivities', { mode: 'create' }],
} as const

export type Kind = keyof typeof kinds
export type Call = (id: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>

/** A record of a set; its values are asked for when it is written, because it may name records that are not there before. */
interface Draft {
  readonly values: () => Readonly<Record<string, unknown>>
  readonly written?: ((id: string) => void) | undefined
}

interface Week {
  readonly sets: Record<Kind, Draft[]>
  readonly steps: (() => Promise<void>)[]
}

interface Answer {
  readonly rejected: readonly { readonly index: number; readonly reason: string }[]
  readonly results: readonly { readonly index: number; readonly id: string | null }[]
}

/** What happens in which week: whatever falls into the future does not happen. */
export class Calendar {
  readonly #weeks: readonly Week[]
  readonly #call: Call

  constructor(weeks: number, call: Call) {
    this.#weeks = Array.from({ length: weeks }, () => ({ sets: emptySets(), steps: [] }))
    this.#call = call
  }

  /** Writes a record with the set of its kind. */
  write(week: number, kind: Kind, values: Draft['values'], written?: (id: string) => void): void {
    this.#weeks[week]?.sets[kind].push({ values, written })
  }

  /** Calls operations on single records, behind the sets of the week. */
  then(week: number, step: () => Promise<void>): void {
    this.#weeks[week]?.steps.push(step)
  }

  /** Does what was written down for a week; what is added for this week meanwhile is done, too. */
  async live(week: number): Promise<void> {
    const { sets, steps } = this.#weeks[week] ?? { sets: undefined, steps: [] }
    if (!sets) return
    for (const kind of Object.keys(kinds) as Kind[]) if (sets[kind].length > 0) await this.#writeSet(kind, sets[kind])
    for (const step of steps) await step()
  }

  async #writeSet(kind: Kind, drafts: readonly Draft[]): Promise<void> {
    const [operation, options] = kinds[kind]
    for (let from = 0; from < drafts.length; from += 500) {
      const part = drafts.slice(from, from + 500)
      const { rejected, results } = (await this.#call(operation, { records: part.map(({ values }) => values()), ...options })) as Answer
      const [refusal] = rejected
      if (refusal) throw new Error(`${kind}: ${refusal.reason} (${JSON.stringify(part[refusal.index]?.values())})`)
      for (const { index, id } of results) if (id !== null) part[index]?.written?.(id)
    }
  }
}

function emptySets(): Week['sets'] {
  return { products: [], companies: [], contacts: [], deals: [], moves: [], tasks: [], completions: [], activities: [] }
}
