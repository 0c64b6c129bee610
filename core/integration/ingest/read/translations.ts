// Languages of customer-facing software; codes that are common keys are left out: `id`, `to`, `is`, `no`.
const languages = new Set(
  'ar bg ca cs da de el en es et eu fi fr gl he hr hu it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(' '),
)
const tag = /^([a-z]{2})(?:[-_][A-Za-z]{2,4})?$/

const isText = ([key, text]: [string, unknown]) => languages.has(tag.exec(key)?.[1] ?? '') && (typeof text === 'string' || text === null)

/** True for an object of texts by language: `{ "en": "Desk lamp", "de-DE": "Schreibtischlampe" }`. */
export function isTranslations(value: object): boolean {
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(isText)
}
