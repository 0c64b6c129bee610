import { bounded, type Declared, every, joined, LONGEST_TEXT, numeric } from './declared.ts'
import { type Apply, Exact } from './term.ts'

/** The operators, by how they are written; `-` and `!` in front of a value as `-x` and `!x`. */
export const operators: ReadonlyMap<string, Declared> = new Map(
  Object.entries({
    '+': {
      usage: 'number + number, or text + text',
      typeOf: (given) => (every(given, 'number') ? 'number' : every(given, 'text') ? 'text' : undefined),
      apply: ([a = null, b = null]) => {
        if (a === null || b === null) return null
        return Exact.isDecimal(a) && Exact.isDecimal(b) ? bounded(Exact.add(a, b)) : joined([a, b])
      },
    },
    '-': numeric('number - number', 2, 2, ([a, b = a]) => a.minus(b)),
    '*': numeric('number * number', 2, 2, ([a, b = a]) => a.times(b)),
    '/': numeric('number / number', 2, 2, ([a, b = a]) => a.dividedBy(b)),
    '%': numeric('number % number', 2, 2, ([a, b = a]) => a.modulo(b)),
    '-x': numeric('-number', 1, 1, ([x]) => x.negated()),
    '==': compared('value == value', false, (order) => order === 0),
    '!=': compared('value != value', false, (order) => order !== 0),
    '<': compared('number < number, or date < date', true, (order) => order < 0),
    '<=': compared('number <= number, or date <= date', true, (order) => order <= 0),
    '>': compared('number > number, or date > date', true, (order) => order > 0),
    '>=': compared('number >= number, or date >= date', true, (order) => order >= 0),
    // As in SQL: what is known decides, whatever the other value were.
    '&&': logical('condition && condition', ([a, b]) => (a === false || b === false ? false : a === null || b === null ? null : true)),
    '||': logical('condition || condition', ([a, b]) => (a === true || b === true ? true : a === null || b === null ? null : false)),
    '!x': {
      ...logical('!condition', ([x]) => (typeof x === 'boolean' ? !x : null)),
      typeOf: (given) => (every(given, 'boolean') ? 'boolean' : undefined),
    },
  } satisfies Record<string, Declared>),
)

function compared(usage: string, isOrdered: boolean, is: (order: number) => boolean): Declared {
  return {
    usage,
    typeOf(given) {
      const [type] = given
      if (!type || !every(given, type)) return undefined
      return !isOrdered || type === 'number' || type === 'date' ? 'boolean' : undefined
    },
    apply([a = null, b = null]) {
      if (a === null || b === null) return null
      if (Exact.isDecimal(a) || Exact.isDecimal(b)) return Exact.isDecimal(a) && Exact.isDecimal(b) ? is(a.comparedTo(b)) : null
      if (typeof a === 'boolean' || typeof b === 'boolean') return is(a === b ? 0 : 1)
      if (a.length > LONGEST_TEXT || b.length > LONGEST_TEXT) return null
      const [first, second] = [folded(a), folded(b)]
      return is(first === second ? 0 : first < second ? -1 : 1)
    },
  }
}

// As conditions compare texts.
const folded = (text: string) => text.normalize('NFC').toLowerCase().trim()

function logical(usage: string, apply: Apply): Declared {
  return { usage, typeOf: (given) => (given.length === 2 && every(given, 'boolean') ? 'boolean' : undefined), apply }
}
