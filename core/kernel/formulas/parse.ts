import jsep from 'jsep'
import { suggestion } from '../operation/nearest.ts'
import type { Declared } from './declared.ts'
import { functions } from './functions.ts'
import { operators } from './operators.ts'
import { FormulaFault } from './fault.ts'
import { refuseNesting } from './nesting.ts'
import { Exact, type Operand, type Term } from './term.ts'

/** A formula that was read. */
export interface Formula {
  readonly term: Term
  /** What it reads of a record. */
  readonly operands: readonly Operand[]
  /** The texts that stand in it. */
  readonly texts: readonly string[]
}

/** What a formula can name. */
export interface FormulaScope {
  /** The field of this name, or why a formula cannot read it; undefined where there is none. */
  field(name: string): Operand | string | undefined
  /** The same for the custom property of this name. */
  property(name: string): Operand | string | undefined
  /** What can be named, for who has misspelt it. */
  readonly names: () => readonly string[]
}

/** Characters of a formula at most. */
export const LONGEST_FORMULA = 1000
const MOST_TERMS = 200

/** Reads a formula; throws `FormulaFault` for one that cannot be computed. */
export function parseFormula(source: string, scope: FormulaScope): Formula {
  if (source.length > LONGEST_FORMULA) throw new FormulaFault('too_long', `A formula has at most ${LONGEST_FORMULA} characters`)
  refuseNesting(source)
  const reader = new Reader(source, scope)
  const term = reader.termOf(treeOf(source))
  if (term.type === null) throw new FormulaFault('invalid_type', 'The formula has no value for any record')
  return { term, operands: [...reader.operands.values()], texts: reader.texts }
}

function treeOf(source: string): jsep.Expression {
  try {
    return jsep(source)
  } catch (error) {
    // A chain of a thousand signs may be more than the stack holds.
    if (error instanceof RangeError) throw tooManyTerms()
    const message = error instanceof Error ? error.message : 'It cannot be read'
    throw new FormulaFault('invalid_format', `No formula: ${message}`)
  }
}

const tooManyTerms = () => new FormulaFault('too_many', `A formula has at most ${MOST_TERMS} values, functions and operators`)

type TermNode = Extract<jsep.CoreExpression, { type: (typeof terms)[number] }>

const terms = [
  'Literal',
  'Identifier',
  'MemberExpression',
  'UnaryExpression',
  'BinaryExpression',
  'ConditionalExpression',
  'CallExpression',
] as const

// The declarations of the parser leave open what a node is.
const isTerm = (node: jsep.Expression): node is TermNode => terms.some((type) => type === node.type)

// What the parser takes is more than what formulas are: only what is named here becomes a term.
class Reader {
  readonly operands = new Map<string, Operand>()
  readonly texts: string[] = []
  readonly #source: string
  readonly #scope: FormulaScope
  #terms = 0

  constructor(source: string, scope: FormulaScope) {
    this.#source = source
    this.#scope = scope
  }

  termOf(node: jsep.Expression): Term {
    if (++this.#terms > MOST_TERMS) throw tooManyTerms()
    if (!isTerm(node)) throw new FormulaFault('invalid_format', 'A formula is one expression of values, operators and functions')
    switch (node.type) {
      case 'Literal':
        return this.#constant(node)
      case 'Identifier':
        return this.#named(node.name, this.#scope.field(node.name))
      case 'MemberExpression':
        return this.#member(node)
      case 'UnaryExpression':
        if (node.operator === '+') return this.#call(node.operator, undefined, [])
        return this.#call(node.operator, operators.get(`${node.operator}x`), [node.argument])
      case 'BinaryExpression':
        return this.#call(node.operator, operators.get(node.operator), [node.left, node.right])
      case 'ConditionalExpression':
        return this.#call('? :', functions.get('if'), [node.test, node.consequent, node.alternate])
      case 'CallExpression':
        return this.#function(node)
    }
  }

  #constant({ value, raw }: jsep.Literal): Term {
    if (typeof value === 'number') {
      const number = new Exact(raw)
      if (number.abs().gt(1e15)) throw new FormulaFault('too_big', `${raw} is beyond 1,000,000,000,000,000`)
      return { kind: 'constant', type: 'number', value: number }
    }
    if (typeof value === 'string') this.texts.push(value)
    if (typeof value === 'string') return { kind: 'constant', type: 'text', value }
    return typeof value === 'boolean' ? { kind: 'constant', type: 'boolean', value } : { kind: 'constant', type: null, value: null }
  }

  #member({ object, property, computed, optional }: jsep.MemberExpression): Term {
    const isCustom = object.type === 'Identifier' && (object['name'] === 'custom' || object['name'] === 'custom_properties')
    const name = computed ? property['value'] : property['name']
    const isName = property.type === (computed ? 'Literal' : 'Identifier') && typeof name === 'string'
    if (!isCustom || !isName || optional)
      throw new FormulaFault(
        'not_allowed',
        'A dot stands between custom and the name of a property alone: custom.size, custom["shoe size"]',
      )
    return this.#named(name, this.#scope.property(name), 'custom.')
  }

  #named(name: string, found: Operand | string | undefined, before = ''): Term {
    if (typeof found === 'object') {
      this.operands.set(`${before}${name}`, found)
      return { kind: 'operand', type: found.type, operand: found }
    }
    if (found !== undefined) throw new FormulaFault('not_allowed', `${before}${name}${this.#place(name)} ${found}`)
    const names = this.#scope.names()
    const message = `${before}${name.slice(0, 100)}${this.#place(name)} is no field or property${suggestion(`${before}${name}`, names)}`
    throw new FormulaFault('unknown_field', message, names)
  }

  #function({ callee, arguments: given }: jsep.CallExpression): Term {
    const name = callee.type === 'Identifier' ? String(callee['name']) : ''
    const declared = functions.get(name.toLowerCase())
    const names = [...functions.keys()]
    if (declared) return this.#call(name, declared, given)
    const message = `${name.slice(0, 100) || 'This'}${this.#place(name)} is no function${suggestion(name, names)}`
    throw new FormulaFault('unknown_function', message, names)
  }

  #call(name: string, declared: Declared | undefined, given: readonly jsep.Expression[]): Term {
    if (!declared)
      throw new FormulaFault('not_allowed', `The operator ${name}${this.#place(name)} is none of formulas`, [
        ...new Set([...operators.keys()].map((each) => each.replace('x', ''))),
      ])
    const terms = given.map((each) => this.termOf(each))
    const type = declared.typeOf(terms.map((each) => each.type))
    if (type !== undefined) return { kind: 'call', type, apply: declared.apply, terms }
    const types = terms.map((each) => each.type ?? 'null').join(', ')
    throw new FormulaFault('invalid_type', `${name}${this.#place(name)} takes ${declared.usage}, and is given ${types || 'nothing'}`)
  }

  // The parser does not say where a part stands: where it stands first.
  #place(word: string): string {
    const at = word === '' ? -1 : this.#source.indexOf(word)
    return at < 0 ? '' : ` at character ${at + 1}`
  }
}
