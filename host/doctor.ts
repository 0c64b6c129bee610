import type { Args } from './args.ts'
import { checkDatabase, fault, type Finding, note, ok } from './checks.ts'
import { openClient, reach } from './client.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { explain, CommandError } from './explain.ts'
import { loadPlugins } from './load-plugins.ts'
import { maskText } from './log.ts'
import { installHint, missingPackages } from './optional-packages.ts'
import { plugins as bundled } from './plugins.ts'

interface Me {
  readonly user: { readonly email: string }
  readonly organization: { readonly id: string }
  readonly scopes: readonly string[]
}

/** `rapport doctor`: checks the database, or with `--url` a running host; returns 0 if nothing is wrong. */
export async function doctor({ values }: Args): Promise<number> {
  const findings: Finding[] = [ok('Node', `${process.version} (22.18 or newer is needed)`)]
  const missing = missingPackages()
  findings.push(
    missing.length > 0 ? note('Packages', `not installed: ${installHint(missing)}`) : ok('Packages', 'all optional ones are installed'),
  )
  const config = checkConfig(findings)
  if (typeof values['url'] === 'string') findings.push(...(await checkHost(values['url'], values)))
  else if (config) findings.push(...(await checkHere(config)))
  for (const { state, what, detail } of findings) console.log(`${marks[state]} ${what.padEnd(14)} ${detail}`)
  return findings.some(({ state }) => state === 'fault') ? 1 : 0
}

const marks = { ok: '[ ok ]', note: '[note]', fault: '[FAIL]' }

function checkConfig(findings: Finding[]): Config | undefined {
  try {
    const config = readConfig(process.env)
    const { host, port, databaseUrl, rateLimit, bootstrapKey, egressAllow, egressProxy } = config
    const key = bootstrapKey ? 'first key given' : 'first key generated at the first start'
    findings.push(ok('Configuration', `${host}:${port}, ${maskText(databaseUrl)}, ${rateLimit} calls a minute, ${key}`))
    findings.push(
      egressAllow.length > 0
        ? note('Outgoing calls', `also to ${egressAllow.join(', ')}`)
        : ok('Outgoing calls', 'to public addresses only'),
    )
    if (egressProxy) findings.push(ok('Outgoing proxy', new URL(egressProxy).origin))
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    findings.push(...error.problems.map((problem) => fault('Configuration', problem)))
    return undefined
  }
}

// A schema that plugins complete cannot be checked without them.
async function checkHere(config: Config): Promise<Finding[]> {
  try {
    const plugins = await loadPlugins(config.plugins)
    const others = plugins.slice(bundled.length).map(({ name, version }) => `${name} ${version}`)
    return [ok('Plugins', ['the bundled ones', ...others].join(', ')), ...(await checkDatabase(config, plugins))]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) => fault('Plugins', problem))
  }
}

async function checkHost(url: string, values: Args['values']): Promise<Finding[]> {
  return [
    await check('Host', async () => await answer(url, '/healthz')),
    await check('Readiness', async () => await answer(url, '/readyz')),
    await check('Key', async () => {
      const client = await openClient(values)
      const { user, organization, scopes } = (await client.call('getMe')) as Me
      return `acts as ${user.email} of ${organization.id} with ${scopes.join(', ')}`
    }),
  ]
}

async function check(what: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return ok(what, await work())
  } catch (error) {
    return fault(what, explain(error))
  }
}

async function answer(base: string, path: string): Promise<string> {
  const response = await reach(`${base.replace(/\/+$/, '')}${path}`)
  if (!response.ok) throw new CommandError(`${path} answers ${response.status}`)
  return `${path} answers ${response.status}`
}
