import { fold } from '../../../kernel/values/fold.ts'

// Words that many company names contain do not identify a company.
const common = new Set(
  (
    'gmbh ag kg ohg ug mbh co cie sarl sas sasu sa eurl snc sci sl slu sas srl spa bv nv ltd limited inc corp llc plc company group groupe gruppe grupo holding ' +
    'the and und et y de la le les der die das el los des du von for international deutschland france espana europe'
  ).split(' '),
)

/** True for two spellings of what may be one company: they share a word that is not a common one. */
export function areSimilarNames(one: string, other: string): boolean {
  const words = wordsOf(one)
  return wordsOf(other).some((word) => words.includes(word)) || fold(one).replaceAll(' ', '') === fold(other).replaceAll(' ', '')
}

function wordsOf(name: string): string[] {
  return fold(name)
    .split(' ')
    .filter((word) => word.length > 1 && !common.has(word))
}
