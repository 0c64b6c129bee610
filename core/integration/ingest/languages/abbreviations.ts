/** Pieces of which databases build column names (`TOTIVA`, `CODART`, `ITMDES`), with the concept of each; alone they mean nothing. */
const glued: Readonly<Record<string, string>> = {
  number: 'num nro nmb',
  name: 'nam nom',
  code: 'cod',
  reference: 'ref',
  customer: 'bpc cus cli cte kun deb',
  supplier: 'bps sup pro prv lie',
  product: 'itm art prd',
  description: 'des dsc lib bez txt',
  date: 'dat fec',
  amount: 'amt imp mnt btr',
  total: 'tot',
  excl: 'net not neto',
  incl: 'ati ttc bru',
  tax: 'iva tva vat mws',
  price: 'pri prc pre pvp prx',
  quantity: 'qty can qte mng',
  unit: 'uni uom einh',
  currency: 'cur mon dev whg',
  percent: 'por pct prz',
  discount: 'dis dto rem rab',
  document: 'doc pie bel',
  invoice: 'inv fac rec',
  order: 'ord ped cmd auf',
  quote: 'quo ofe dev ang',
  line: 'lin pos',
  postcode: 'cp cpo plz',
  city: 'pob vil ort',
  address: 'dir adr',
  email: 'ema mail',
  phone: 'tel fon',
  extended: 'xtnd ext',
  due: 'due ven ech',
}

/** The concept of each glued piece; the first concept that lists a piece keeps it. */
export const pieces: ReadonlyMap<string, string> = new Map(
  Object.entries(glued)
    .toReversed()
    .flatMap(([concept, list]) => list.split(' ').map((piece) => [piece, concept] as const)),
)

/** Words by their consonants, which is how names are shortened to eight letters: `NMBR`, `PRCE`, `AMNT`. */
export class Shortened {
  readonly #bones: ReadonlyMap<string, readonly string[]>
  readonly #conceptOf: ReadonlyMap<string, string>
  readonly #lists: readonly (readonly string[])[]

  /** `words` in the order of precedence of their languages, of which the first `leading` are those of the languages that most systems speak. */
  constructor(words: ReadonlyMap<string, string>, leading: number) {
    this.#conceptOf = words
    this.#lists = [[...words.keys()], [...words.keys()].slice(0, leading)]
    const long = [...words.keys()].filter((word) => word.length >= 5 && /^[a-z]+$/.test(word))
    this.#bones = Map.groupBy(long, bonesOf)
  }

  /** The word that a text abbreviates, of the language that comes first; undefined when there is none. */
  wordOf(text: string): string | undefined {
    const bones = bonesOf(text)
    if (bones.length < 3 || !/^[a-z]+$/.test(text)) return undefined
    return this.#bones.get(bones)?.find((word) => word.length > text.length && !word.startsWith(text) && shortens(text, word))
  }

  /** The word that was cut off: `NUMBE`, `Lagerbest.`; undefined when it could be words that mean different things, also in the leading languages. */
  wholeOf(text: string): string | undefined {
    for (const list of this.#lists) {
      const found = list.filter((word) => word.length > text.length && word.startsWith(text))
      if (new Set(found.map((word) => this.#conceptOf.get(word))).size === 1) return found[0]
    }
    return undefined
  }
}

/** First letter and consonants, doubled ones once. */
const bonesOf = (word: string): string => (word.slice(0, 1) + word.slice(1).replace(/[aeiouy]/g, '')).replace(/(.)\1+/g, '$1')

/**
 * An abbreviation drops vowels from some letter on (`CUSTMR`; `DBID` does not abbreviate "debido") and keeps more than half of the word
 * (`inc` does not abbreviate "inicio").
 */
function shortens(short: string, long: string): boolean {
  if (short.length * 2 <= long.length || !long.startsWith(/^.*[aeiou]/.exec(short.slice(1, -1))?.[0] ?? '', 1)) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}
