import type { BatchReading } from '../normalize/reading.ts'
import { byModel } from '../recognize/report.ts'
import type { PreviewAnswer } from '../schema.ts'
import { type ColumnMapping, isNamedIn } from './settings.ts'

type Explained = Pick<PreviewAnswer, 'fields' | 'unknown'>

/** How each column was read, what it may be besides, and why; `given` is what the call says of columns. */
export function explained({ fields, unknown, meanings }: BatchReading, given: ColumnMapping = {}): Explained {
  const isGiven = isNamedIn(given)
  const takenBy = new Map(fields.map(({ target, source }) => [target, source]))
  return {
    fields: fields.map((each) => ({
      ...each,
      second_best: meanings.get(each.source)?.find(({ target }) => target !== each.target) ?? null,
      why: reasonFor(each.via, isGiven(each.source)),
    })),
    unknown: unknown.map((each) => {
      const second_best = meanings.get(each.source)?.[0] ?? null
      return { ...each, second_best, why: reasonAgainst(second_best?.target, takenBy) }
    }),
  }
}

function reasonFor(via: string, given: boolean): string {
  if (via === 'override') return given ? 'The mapping of this call says so' : 'The mapping that is kept of this source says so'
  if (via === byModel) return 'A model of this app proposes it, and its values fit'
  if (via === 'name' || via === 'own name') return 'It has the name of the field'
  if (via.startsWith('vocabulary:')) return `The product ${via.slice('vocabulary:'.length)} calls the field so`
  if (via.startsWith('arithmetic: ')) return `Its amounts fit: ${via.slice('arithmetic: '.length)}`
  if (!via.startsWith('words:')) return `Its values and the columns beside it say so: ${via}`
  const [words = '', ...more] = via.slice('words:'.length).split(', ')
  const title = `Its title says "${words}", and its values fit`
  if (more.includes('arithmetic')) return `${title}, as does the arithmetic between the columns`
  return more.length > 0 ? `${title}, ${more.join(', ')}` : title
}

function reasonAgainst(second: string | undefined, takenBy: ReadonlyMap<string, string>): string {
  if (second === undefined) return 'Neither its title nor its values say what it is'
  const other = takenBy.get(second)
  return other === undefined ? `Too little says that it is ${second}` : `It may be ${second}, which ${other} is read as`
}
