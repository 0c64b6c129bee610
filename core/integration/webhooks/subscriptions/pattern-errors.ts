import { CrmError, type FieldError } from '../../../kernel/operation/errors.ts'
import { checkPatterns, everything, family, type PatternProblem } from './pattern.ts'

/** The patterns of a webhook, each once; throws `invalid_input` for one that matches no type of event. */
export function checkedPatterns(events: readonly string[], types: readonly string[]): string[] {
  const errors = checkPatterns(events, types).map((each) => errorOf(each, types))
  const [first] = errors
  if (!first) return [...new Set(events)]
  throw new CrmError('invalid_input', first.message, { errors })
}

const messages: Readonly<Record<PatternProblem['code'], string>> = {
  no_pattern: 'must name at least one event type; leave it out for all types',
  unknown_event: 'is not an event type',
  unknown_family: 'is not a family of event types',
  malformed_pattern: 'is neither an event type nor a family such as deal.*',
}

function errorOf({ index, pattern, code }: PatternProblem, types: readonly string[]): FieldError {
  if (code === 'no_pattern') return { path: '/events', code, message: messages[code] }
  const allowed = [everything, ...new Set(types.map((type) => `${family(type)}.*`)), ...types]
  return { path: `/events/${index}`, code, message: `${pattern} ${messages[code]}`, allowed }
}
