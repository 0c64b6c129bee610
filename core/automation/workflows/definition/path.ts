import type { Step } from './schema.ts'

/** A step with the place where it stands: `s3.yes.s7` is the step `s7` on the way `yes` of `s3`. */
export interface PlacedStep {
  readonly path: string
  readonly step: Step
  /** Path of the step that comes after it and all its branches; null = the run ends. */
  readonly after: string | null
}

/**
 * The steps of a definition by their paths. A path names steps and not positions, so that it means the same in every version that has the
 * steps.
 */
export class StepPaths {
  readonly #placed = new Map<string, PlacedStep>()
  /** Path of the first step; null for a workflow without steps. */
  readonly first: string | null

  constructor(steps: readonly Step[]) {
    this.first = steps[0]?.id ?? null
    this.#place(steps, '', null)
  }

  /** The step at a path; undefined where this version has none. */
  at(path: string): PlacedStep | undefined {
    return this.#placed.get(path)
  }

  /** All steps, each before those of its branches and those after it. */
  all(): Iterable<PlacedStep> {
    return this.#placed.values()
  }

  /** Path of the first step of a branch; that of the next step where the branch is empty. */
  into({ path, step, after }: PlacedStep, branch: string): string | null {
    const [first] = step.branches?.[branch] ?? []
    return first ? `${path}.${branch}.${first.id}` : after
  }

  /**
   * Where a run that stood at `path` in `other` goes on in this version: at the same step, else at the next one of those after it that this
   * version has, else nowhere (null).
   */
  movedFrom(other: StepPaths, path: string): string | null {
    for (let at: string | null = path; at !== null; at = other.at(at)?.after ?? null) {
      if (this.#placed.has(at)) return at
      const id = at.slice(at.lastIndexOf('.') + 1)
      const moved = [...this.#placed.values()].find(({ step }) => step.id === id)
      if (moved) return moved.path
    }
    return null
  }

  #place(steps: readonly Step[], prefix: string, after: string | null): void {
    for (const [at, step] of steps.entries()) {
      const next = steps[at + 1]
      const placed = { path: `${prefix}${step.id}`, step, after: next ? `${prefix}${next.id}` : after }
      this.#placed.set(placed.path, placed)
      for (const [branch, inner] of Object.entries(step.branches ?? {})) this.#place(inner, `${placed.path}.${branch}.`, placed.after)
    }
  }
}
