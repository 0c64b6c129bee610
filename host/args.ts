import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** The arguments of a command. */
export interface Args {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

/** Reads options with a value, flags without one, and `--help`; throws an error that describes invalid arguments. */
export function readArgs(args: readonly string[], names: readonly string[], flags: readonly string[] = []): Args {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } }
  for (const name of names) options[name] = { type: 'string' }
  for (const name of flags) options[name] = { type: 'boolean' }
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
  return { positionals, values: values as Args['values'] }
}
