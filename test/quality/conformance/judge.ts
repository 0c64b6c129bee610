import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bin, HostLab } from '../../support/host.ts'
import { forwardWithKey } from './forward.ts'

/** The scenarios that each revision of the protocol requires of a server. */
export const requirements = { '2026-07-28': 37, '2025-11-25': 30 } as const

/** The scenarios of the tasks extension that check something; the suite requires them of nobody. */
const taskScenarios = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
]

/** What the suite says of one revision, or of an extension. */
export interface Verdict {
  readonly judged: string
  readonly required: number
  readonly passed: number
  /** A line of the suite for each required scenario that failed. */
  readonly failed: readonly string[]
}

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')).replace('package.json', 'dist/index.js')
const plugin = fileURLToPath(new URL('./fixtures/plugin.ts', import.meta.url))
const KEY = 'rk_first_key_of_the_conformance_suite'

/** Starts the host as `npm start` does, with the fixtures as a plugin, and lets the suite judge it. */
export async function judge(databaseUrl: string): Promise<readonly Verdict[]> {
  await using lab = await HostLab.open(bin)
  const host = await lab.serve({
    DATABASE_URL: databaseUrl,
    RAPPORT_BOOTSTRAP_KEY: KEY,
    RAPPORT_RATE_LIMIT: '1000000',
    RAPPORT_PLUGINS: plugin,
    RAPPORT_MCP_SESSIONS: 'true',
  })
  const front = await forwardWithKey(host.url, KEY)
  try {
    const verdicts: Verdict[] = []
    for (const revision of ['2026-07-28', '2025-11-25'] as const)
      verdicts.push(await verdictOn(`${front.url}/mcp`, revision, join(lab.folder, revision)))
    verdicts.push(await verdictOnTasks(`${front.url}/mcp`, join(lab.folder, 'tasks')))
    return verdicts
  } finally {
    front.close()
    await host.signal('SIGTERM')
  }
}

async function verdictOn(url: string, revision: keyof typeof requirements, folder: string): Promise<Verdict> {
  const report = await reportOf(url, ['--requirements', revision, '-o', folder])
  return { judged: revision, required: requirements[revision], ...countsOf(report) }
}

async function verdictOnTasks(url: string, folder: string): Promise<Verdict> {
  // Most of them wait for work to end.
  const failed = await Promise.all(
    taskScenarios.map(async (scenario) => {
      const report = await reportOf(url, ['--scenario', scenario, '-o', join(folder, scenario)])
      const [, passed, all, bad] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(report) ?? []
      return all !== undefined && Number(all) > 0 && passed === all && bad === '0' ? [] : [`${scenario}: ${passed}/${all}`]
    }),
  )
  return {
    judged: 'tasks',
    required: taskScenarios.length,
    passed: failed.filter((each) => each.length === 0).length,
    failed: failed.flat(),
  }
}

function reportOf(url: string, options: readonly string[]): Promise<string> {
  return new Promise((resolve) =>
    // The suite exits with 1 if a required scenario fails, which its report says as well.
    execFile(process.execPath, [suite, 'server', '--url', url, ...options], { maxBuffer: 2 ** 26 }, (_, out, err) => resolve(out + err)),
  )
}

/** How many required scenarios passed, and what the suite says of those that did not. */
export function countsOf(report: string): { readonly passed: number; readonly failed: readonly string[] } {
  const [, summary = ''] = report.split('=== SUMMARY ===')
  const [scored = '', unscored = ''] = summary.split('Not scored for')
  const others = new Set([...unscored.matchAll(/^ +[✓✗] ([\w-]+) \(/gm)].map(([, name]) => name))
  const judged = [...scored.matchAll(/^([✓✗]) ([\w-]+): .+$/gm)].filter(([, , name]) => !others.has(name))
  return {
    passed: judged.filter(([, mark]) => mark === '✓').length,
    failed: judged.flatMap(([line, mark]) => (mark === '✓' ? [] : [line])),
  }
}
