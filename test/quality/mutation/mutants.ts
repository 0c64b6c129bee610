import { parseSync } from '@swc/core'

/** One small change of a source, which the tests must notice. */
export interface Mutant {
  readonly line: number
  readonly was: string
  readonly is: string
  readonly code: string
}

type Node = { readonly type: string; readonly span: { readonly start: number; readonly end: number } } & Record<string, any>
type Change = readonly [start: number, end: number, text: string]

const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
}

/** Every mutant of a source: conditions forced both ways, operators, numbers, texts, regular expressions, bodies and calls. */
export function mutantsOf(source: string): Mutant[] {
  const module = parseSync(source, { syntax: 'typescript', target: 'es2022' }) as unknown as Node
  // The parser counts through all files that it has read; where this one begins is known from its first statement.
  const offset =
    (module['body'][0] as Node).span.start - Buffer.byteLength(source.slice(0, source.search(/^(import|export|const|function|class)/m)))
  const bytes = Buffer.from(source)
  const text = (start: number, end: number) => bytes.subarray(start, end).toString('utf8')
  return [...changesOf(module, offset, text)].map(([start, end, is]) => ({
    line: text(0, start).split('\n').length,
    was: text(start, end),
    is,
    code: text(0, start) + is + text(end, bytes.length),
  }))
}

function* changesOf(node: Node, offset: number, text: (start: number, end: number) => string): Generator<Change> {
  // Types are gone at run time.
  if (
    node.type.startsWith('Ts') &&
    !['TsAsExpression', 'TsNonNullExpression', 'TsSatisfiesExpression', 'TsConstAssertion'].includes(node.type)
  )
    return
  if (node.type === 'ImportDeclaration') return
  const [start, end] = [node.span.start - offset, node.span.end - offset]
  const at = (part: Node): [number, number] => [part.span.start - offset, part.span.end - offset]
  if (node.type === 'BinaryExpression') {
    const [[, from], [to]] = [at(node['left']), at(node['right'])]
    for (const other of operators[node['operator']] ?? []) yield [from, to, text(from, to).replace(node['operator'], other)]
  }
  if (node.type === 'ConditionalExpression' || node.type === 'IfStatement')
    for (const forced of ['true', 'false']) yield [...at(node['test']), forced]
  if (node.type === 'UnaryExpression' && node['operator'] === '!') yield [start, end, text(...at(node['argument']))]
  if (node.type === 'NumericLiteral') yield [start, end, String(node['value'] + 1)]
  if (node.type === 'BooleanLiteral') yield [start, end, String(!node['value'])]
  if (node.type === 'StringLiteral') yield [start, end, node['value'] === '' ? "'mutant'" : "''"]
  if (node.type === 'TemplateLiteral') yield [start, end, '``']
  if (node.type === 'RegExpLiteral') yield* regexps(node, start, end)
  if (node.type === 'ArrowFunctionExpression' && node['body'].type !== 'BlockStatement') yield [...at(node['body']), 'undefined']
  if ((node.type === 'FunctionDeclaration' || node.type === 'ClassMethod' || node.type === 'Constructor') && node['function']?.body)
    yield [...at(node['function'].body), '{}']
  if (node.type === 'FunctionDeclaration' && node['body']) yield [...at(node['body']), '{}']
  if (node.type === 'CallExpression' && node['callee'].type === 'MemberExpression') yield* calls(node, at, text)
  for (const part of Object.values(node)) for (const child of [part].flat(2)) yield* below(child, offset, text)
}

function* below(value: unknown, offset: number, text: (start: number, end: number) => string): Generator<Change> {
  if (value === null || typeof value !== 'object') return
  if ('type' in value && 'span' in value) yield* changesOf(value as Node, offset, text)
  else for (const part of Object.values(value)) for (const child of [part].flat(2)) yield* below(child, offset, text)
}

function* regexps({ pattern, flags }: Node, start: number, end: number): Generator<Change> {
  if (pattern.startsWith('^')) yield [start, end, `/${pattern.slice(1)}/${flags}`]
  if (pattern.endsWith('$')) yield [start, end, `/${pattern.slice(0, -1)}/${flags}`]
  for (const flag of flags.replaceAll('u', '')) yield [start, end, `/${pattern}/${flags.replace(flag, '')}`]
}

function* calls(node: Node, at: (part: Node) => [number, number], text: (start: number, end: number) => string): Generator<Change> {
  const { object, property } = node['callee']
  if (property.value === 'some' || property.value === 'every') yield [...at(property), property.value === 'some' ? 'every' : 'some']
  if (['filter', 'trim', 'replace', 'slice'].includes(property.value)) yield [...at(node), text(...at(object))]
}
