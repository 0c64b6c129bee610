import type { Described, Model } from './model.ts'

/** The example call of an operation for a shell in which `KEY`, and `CRM` for the address, are set. */
export function curlOf(operation: Described, server: string, exampleOf: Model['exampleOf']): string {
  const { method, path, parameters, body, needs } = operation
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(shown(parameters.find((each) => each.name === name)?.example)),
  )
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, example, schema }) => `${name}=${encodeURIComponent(shown(example ?? schema.enum?.[0] ?? schema.default))}`)
  const address = `${server}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const example = body && exampleOf(body)
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${address}"`,
    ...(needs.startsWith('Needs no key') ? [] : [`-H "Authorization: Bearer $KEY"`]),
    ...(example === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]),
  ].join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const shown = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))
