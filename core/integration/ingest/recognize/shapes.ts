import { isMachineId } from './evidence.ts'
import type { Column, Scalar } from '../read/table.ts'
import { parseBoolean } from '../values/boolean.ts'
import { isCompanyName } from '../values/name.ts'

/** True for a database name in capitals without separators. */
export const isGlued = ({ segments }: Column): boolean => /^[A-Z]{5,12}$/.test(segments.at(-1) ?? '')

/** True for a link: it is an id only where there is no other. */
export const isLink = (value: Scalar): boolean => /^(?:https?:\/)?\//.test(String(value))

/** `https://api.test/v2/contacts/17`: ends with an id. */
export const isLinkToRecord = (value: Scalar): boolean => {
  const [, id] = /^https?:\/\/[^/?#]+\/[^?#]*\/([\w-]{1,60})(?:\.\w{2,5}|\/)?$/.exec(String(value)) ?? []
  return id !== undefined && isMachineId(id)
}

/** True for a column of yes and no. */
export const isAnswered = ({ sample }: Column): boolean => sample.every((value) => parseBoolean(value) !== null)

// True for a column that can only hold countries, even unknown ones: their records get a warning.
/** True for a column that can only hold countries, even unknown ones. */
export const isPlace = ({ sample }: Column): boolean =>
  sample.length > 0 && sample.every((value) => /^\p{L}[\p{L} .'-]{1,60}$/u.test(String(value)))

/** True for a value with a word in it. */
export const isWord = (value: Scalar): boolean => /\p{L}{3}/u.test(String(value))

/** `inv_01H`, as services prefix their ids; no tax number is written so. */
export const isOwnId = (value: Scalar): boolean => isMachineId(value) || /^[a-z]{2,8}_[\w-]{3,60}$/i.test(String(value))

// A draft without a number has a placeholder.
/** True for values that look like numbers of documents. */
export const isNumbered = ({ sample }: Column): boolean =>
  sample.every((value) => /^(?:\S{0,40}\d\S{0,40}|[^\p{L}\p{N}]{0,3})$/u.test(String(value)))

const code = /^(?=.*\d)[A-Z\d][A-Z\d._/-]{0,30}$/

/** True for a column of codes. */
export const holdsCodes = ({ sample }: Column): boolean => sample.length > 0 && sample.every((value) => code.test(String(value)))

/** Names of companies with a legal form: GmbH, Ltd, SARL. */
export const holdsCompanies = ({ sample }: Column): boolean =>
  sample.length > 0 && sample.filter((value) => isCompanyName(String(value))).length * 2 >= sample.length

/** Unique codes of one length in capitals: random references of shops. */
export const holdsReferences = ({ sample }: Column): boolean =>
  sample.length > 1 &&
  new Set(sample).size === sample.length &&
  sample.every((value) => /^[A-Z]{6,12}$/.test(String(value)) && String(value).length === String(sample[0]).length)

/** Positions of lines: 1, 2, 3, starting at 1 again in the next document. */
export function isPlaceInList({ sample }: Column): boolean {
  const places = new Set(sample.map(Number))
  return sample.length > 0 && [...places].every((place) => Number.isInteger(place) && place >= 1 && place <= places.size)
}

/** Numbers of lines, not of products: 1, 2, 3 or 10000, 20000, or 1.1, 1.2. */
export const isCount = ({ sample }: Column): boolean => sample.every((value) => /^\d{1,3}(?:0{3,4}|(?:\.\d{1,3})+)?$/.test(String(value)))

/** True for a column with the same value in every record of several. */
export const isShared = ({ sample: [first, ...rest] }: Column): boolean => rest.length > 0 && rest.every((value) => value === first)

/** One id of a company in all records is that of the organization of the source, not of the record. */
export function isOwnTenant({ sample, segments }: Column): boolean {
  const [first] = sample
  return sample.length >= (/^org/i.test(segments.at(-1) ?? '') ? 2 : 3) && sample.every((value) => value === first)
}
