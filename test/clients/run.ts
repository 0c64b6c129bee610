import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { bin, HostLab } from '../support/host.ts'

// Checks the OpenAPI document as its users do: judges it, generates two clients of it, compiles them, and calls a host with them.
// The generators need another version of TypeScript, so they are a package of their own with its own lock file.
const folder = new URL('.', import.meta.url).pathname
const run = promisify(execFile)
const key = 'rk_clients_0123456789abcdef0123456789abcdef'
// `redocly score` = 0.9 of the operation in the middle + 10 for few operations, of which 413 leave 5.9: for 95 that operation must have 99. It
// cannot: each parameter takes 1, and the one in the middle has 3 (an id, and the headers that make it safe to repeat and to change), so that even a
// document that is perfect otherwise has 93.2. The list of faults in a problem document takes 3.75 of any operation, and a component that all share 1.7:
// 88 is the most. That whole records refer to the fields of partial ones takes another 1.4 of all, and saves 63 kB of a document that must stay small.
const LEAST_SCORE = 86
const MOST_BYTES = 1_200_000

async function step(what: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const started = performance.now()
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
  try {
    const { stdout } = await run(command, args, { cwd: folder, env: { ...process.env, ...quiet, ...env }, maxBuffer: 100_000_000 })
    console.log(`${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${what} failed:\n${stdout.slice(-4000)}${stderr.slice(-4000)}`, { cause: error })
  }
}

const tool = (name: string, ...args: string[]): [string, string[]] => [process.execPath, [`node_modules/${name}`, ...args]]

async function check(): Promise<void> {
  if (!existsSync(`${folder}node_modules`)) {
    await step('Generators installed', 'npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'])
  }
  await rm(`${folder}generated`, { recursive: true, force: true })
  await mkdir(`${folder}generated`, { recursive: true })
  await using lab = await HostLab.open(bin)
  const { url } = await (await lab.start({ DATABASE_URL: 'sqlite::memory:', RAPPORT_BOOTSTRAP_KEY: key })).ready()
  const answer = await fetch(`${url}/api/v1/openapi.json`, { headers: { authorization: `Bearer ${key}` } })
  const text = await answer.text()
  console.log(`OpenAPI document: ${text.length} bytes`)
  if (text.length >= MOST_BYTES) throw new Error(`The document was smaller: it had less than ${MOST_BYTES} bytes`)
  await writeFile(`${folder}generated/openapi.json`, text)

  const document = 'generated/openapi.json'
  const redocly = '@redocly/cli/bin/cli.js'
  const [, score] = await Promise.all([
    step('redocly lint finds nothing', ...tool(redocly, 'lint', '--extends', 'recommended-strict', '--max-problems', '20', document)),
    step('redocly score', ...tool(redocly, 'score', '--format', 'json', document)),
    step('openapi-typescript generates', ...tool('openapi-typescript/bin/cli.js', document, '-o', 'generated/openapi.ts')),
    step('@hey-api/openapi-ts generates', ...tool('@hey-api/openapi-ts/bin/run.js', '--silent')),
  ])
  const { agentReadiness } = JSON.parse(score) as { agentReadiness: number }
  console.log(`redocly score: ${agentReadiness}`)
  if (agentReadiness < LEAST_SCORE) throw new Error(`The document was easier to work with: it had at least ${LEAST_SCORE}`)
  await step('Both clients compile', ...tool('typescript/bin/tsc', '-p', 'tsconfig.json'))
  const env = { HOST_URL: url, HOST_KEY: key }
  await step('openapi-fetch works', process.execPath, ['smoke/openapi-fetch.ts'], env)
  await step('@hey-api/openapi-ts works', process.execPath, ['smoke/hey-api.ts'], env)
}

await check()
