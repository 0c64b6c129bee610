import { INVALID_PARAMS, ProtocolFault } from './fault.ts'
import type { HttpCall } from './http-call.ts'
import { nearest } from './nearest.ts'

/** The part of the tool list that the address asks for. */
export interface View {
  /** Empty: all. */
  readonly toolsets: readonly string[]
  readonly readOnly: boolean
  readonly lean: boolean
  /** Whole schemas of inputs, and those of outputs, at several times the cost. */
  readonly wholeSchemas: boolean
}

export const fullView: View = { toolsets: [], readOnly: false, lean: false, wholeSchemas: false }

/** Reads `?toolsets=`, `?readonly=1`, `?surface=lean`, `?schemas=full` and the `X-MCP-*` headers of the same names; throws for unknown words. */
export function viewOf({ url, header }: Pick<HttpCall, 'url' | 'header'>, known: readonly string[]): View {
  const { searchParams } = new URL(url)
  const said = (name: string) => searchParams.get(name) ?? header(`x-mcp-${name}`)
  const toolsets = (said('toolsets') ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean)
  for (const each of toolsets) if (!known.includes(each)) throw unknown('toolset', each, known)
  const surface = said('surface') ?? 'full'
  if (!surfaces.includes(surface)) throw unknown('surface', surface, surfaces)
  const schemas = said('schemas') ?? 'short'
  if (!lengths.includes(schemas)) throw unknown('schemas', schemas, lengths)
  // A header cannot undo the read-only mode of the address.
  const readOnly = [searchParams.get('readonly'), header('x-mcp-readonly')].some((each) => each !== null && !off.has(each))
  return { toolsets: [...new Set(toolsets)].toSorted(), readOnly, lean: surface === 'lean', wholeSchemas: schemas === 'full' }
}

const surfaces = ['full', 'lean']
const lengths = ['short', 'full']
const off = new Set(['0', 'false'])

function unknown(what: string, given: string, known: readonly string[]): ProtocolFault {
  const meant = nearest(given, known)
  return new ProtocolFault(INVALID_PARAMS, `Unknown ${what}: ${given}.${meant ? ` Did you mean ${meant}?` : ''} Known: ${known.join(', ')}`)
}
