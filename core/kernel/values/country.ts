import { countryNames } from './country-names.ts'
import { fold } from './fold.ts'

let names: Map<string, string> | null = null
let alpha3: Map<string, string> | null = null

function table(): Map<string, string> {
  if (names) return names
  names = new Map(Object.entries(countryNames).flatMap(([code, all]) => all.map((name) => [name, code] as const)))
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const displays = ['en', 'fr', 'de', 'es', 'nl', 'it', 'pt'].map(
    (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
  )
  for (const first of letters)
    for (const second of letters) {
      const code = first + second
      // UK, SU, DD and their like are other names of another code; X and Q codes belong to nobody.
      if (new Intl.Locale('und', { region: code }).maximize().region === undefined || isAlias(code)) continue
      for (const display of displays) {
        const name = display.of(code)
        if (name && !names.has(spell(name))) names.set(spell(name), code)
      }
    }
  return names
}

const isAlias = (code: string) =>
  /^(?:X[A-JL-Z]|Q[A-Z]|ZZ|EU|EZ|UN)$/.test(code) || new Intl.Locale(Intl.getCanonicalLocales(`und-${code}`)[0] ?? 'und').region !== code

/** Alpha-3 codes are canonicalized by Intl through their numeric twins only, so they are read off a list of the common ones. */
function threeLetters(): Map<string, string> {
  alpha3 ??= new Map(
    'ABW:AW AFG:AF AGO:AO ALB:AL AND:AD ARE:AE ARG:AR ARM:AM AUS:AU AUT:AT AZE:AZ BEL:BE BEN:BJ BFA:BF BGD:BD BGR:BG BHR:BH BHS:BS BIH:BA BLR:BY BOL:BO BRA:BR BRB:BB CAN:CA CHE:CH CHL:CL CHN:CN CIV:CI CMR:CM COD:CD COG:CG COL:CO CRI:CR CUB:CU CYP:CY CZE:CZ DEU:DE DNK:DK DOM:DO DZA:DZ ECU:EC EGY:EG ESP:ES EST:EE ETH:ET FIN:FI FRA:FR GAB:GA GBR:GB GEO:GE GHA:GH GRC:GR GTM:GT HKG:HK HND:HN HRV:HR HUN:HU IDN:ID IND:IN IRL:IE IRN:IR IRQ:IQ ISL:IS ISR:IL ITA:IT JAM:JM JOR:JO JPN:JP KAZ:KZ KEN:KE KHM:KH KOR:KR KWT:KW LBN:LB LIE:LI LKA:LK LTU:LT LUX:LU LVA:LV MAR:MA MCO:MC MDA:MD MDG:MG MEX:MX MKD:MK MLI:ML MLT:MT MNE:ME MUS:MU MYS:MY NER:NE NGA:NG NIC:NI NLD:NL NOR:NO NPL:NP NZL:NZ OMN:OM PAK:PK PAN:PA PER:PE PHL:PH POL:PL PRI:PR PRT:PT PRY:PY QAT:QA ROU:RO RUS:RU SAU:SA SEN:SN SGP:SG SLV:SV SMR:SM SRB:RS SVK:SK SVN:SI SWE:SE TGO:TG THA:TH TUN:TN TUR:TR TWN:TW TZA:TZ UGA:UG UKR:UA URY:UY USA:US UZB:UZ VEN:VE VNM:VN ZAF:ZA ZWE:ZW'
      .split(' ')
      .map((pair) => [pair.slice(0, 3), pair.slice(4)] as const),
  )
  return alpha3
}

// Marks that nobody sees come with names that were copied from pages.
const spell = (text: string) => fold(text.replaceAll(/\p{Cf}/gu, '').replaceAll('&', ' and '))

// What was read before; emptied when it is full, because a source has few countries and any number of slips.
const cache = new Map<string, string | null>()

/** ISO 3166-1 alpha-2 of a code or a name in any of the languages of ingest; null when nobody knows it. */
export function parseCountry(source: string): string | null {
  const known = cache.get(source)
  if (known !== undefined) return known
  const read = source.length > 80 ? null : resolve(source.trim())
  if (cache.size > 5_000) cache.clear()
  cache.set(source.slice(0, 81), read)
  return read
}

/** What is stored for a country: its code, or what was given where nobody knows it. */
export function countryOf(given: string): string {
  return parseCountry(given) ?? given
}

/** A postal address with the code of its country. */
export function addressOf<A extends { readonly country?: string | null }>(given: A): A {
  return given.country ? { ...given, country: countryOf(given.country) } : given
}

function resolve(text: string): string | null {
  if (/^[A-Za-z]{2}$/.test(text)) {
    const code = text.toUpperCase()
    if (code === 'UK') return 'GB'
    return !isAlias(code) && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined ? code : null
  }
  if (/^[A-Za-z]{3}$/.test(text)) {
    const code = threeLetters().get(text.toUpperCase())
    if (code) return code
  }
  const name = spell(text)
  const exact = table().get(name)
  if (exact) return exact
  // "USA - Vereinigte Staaten von Amerika", "DE (Deutschland)": any part that is a country.
  for (const part of text.split(/\s[-–/]\s|[(),;]/)) {
    const found = part.trim() === text ? undefined : table().get(spell(part))
    if (found) return found
  }
  return null
}
