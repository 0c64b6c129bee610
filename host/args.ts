import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** What stood behind a command. */
export interface Args {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

/** Reads options, each with a value, and `--help`; throws what was wrong about them. */
export function readArgs(args: readonly string[], names: readonly string[]): Args {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } }
  for (const name of names) options[name] = { type: 'string' }
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
  return { positionals, values: values as Args['values'] }
}
