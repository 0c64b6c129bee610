/** One check of a plugin, as any test runner takes it. */
export interface PluginCheck {
  /** What it checks. */
  readonly name: string
  /** Rejects with what is wrong. */
  run(): Promise<void>
  /** Why it is left out; undefined: it is not. */
  readonly skip?: string
}

/** How a test runner declares tests: `describe` and `it` of vitest, Jest or `node:test`. */
export interface TestRunner {
  /** Declares a group of tests. */
  describe(name: string, body: () => void): unknown
  /** Declares a test; `skip`, where the runner has it, shows one that is left out. */
  readonly it: {
    (name: string, body: () => Promise<void>, timeoutMs?: number): unknown
    skip?(name: string, body: () => Promise<void>): unknown
  }
}

const TIMEOUT_MS = 120_000

/** Declares checks as tests of any runner; what is left out is shown with its reason where the runner can show that. */
export function declareChecks(title: string, checks: readonly PluginCheck[], { describe, it }: TestRunner): void {
  describe(title, () => {
    for (const { name, run, skip } of checks)
      if (skip === undefined) it(name, run, TIMEOUT_MS)
      else it.skip?.(`${name}: ${skip}`, run)
  })
}
