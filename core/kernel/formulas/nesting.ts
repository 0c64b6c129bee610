import { FormulaFault } from './fault.ts'

const MOST_NESTED = 20

/** Refuses brackets that are too deep for the parser, which calls itself for each of them. */
export function refuseNesting(source: string): void {
  let [depth, quote] = [0, '']
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at)
    if (quote !== '') {
      if (char === '\\') at += 1
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) depth -= 1
    if (depth > MOST_NESTED) throw new FormulaFault('too_deep', `Brackets within brackets go ${MOST_NESTED} deep at most`)
  }
}
