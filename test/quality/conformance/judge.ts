import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bin, HostLab } from '../../support/host.ts'
import { forwardWithKey } from './forward.ts'

/** The scenarios that each revision of the protocol requires of a server. */
export const requirements = { '2026-07-28': 37, '2025-11-25': 30 } as const

/** What the suite says of one revision. */
export interface Verdict {
  readonly revision: keyof typeof requirements
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
    return verdicts
  } finally {
    front.close()
    await host.signal('SIGTERM')
  }
}

async function verdictOn(url: string, revision: Verdict['revision'], folder: string): Promise<Verdict> {
  const args = [suite, 'server', '--url', url, '--requirements', revision, '-o', folder]
  const report = await new Promise<string>((resolve) =>
    // The suite exits with 1 if a required scenario fails, which the counts say as well.
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (_, out, err) => resolve(out + err)),
  )
  return { revision, ...countsOf(report) }
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
