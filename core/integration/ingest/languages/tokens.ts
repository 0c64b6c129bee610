import { lettersOf } from './letters.ts'

/** "1er apellido", "2nd address": the number alone. */
const ordinal = /(?<![\p{L}\p{N}])(\d)(?:er|ere|eme|st|nd|rd|th|o|a)(?![\p{L}\p{N}])/gu

/** The words of a title, folded, with what is abbreviated by signs written out. */
export function tokensOf(text: string): string[] {
  const spaced = text
    // "N.I.F." is a word, not three.
    .replace(/(?<!\p{L})(?:\p{L}\.){2,6}(?!\p{L}{2})/gu, (dotted) => dotted.replaceAll('.', ''))
    .replace(/\bn[°º]/gi, ' number ')
    // "N. ordine" is its number, and "art." an article, where "Art" is German for a kind.
    .replace(/(?<![\p{L}\p{N}.])n\.(?=\s?\p{L}{3})/giu, ' number ')
    .replace(/(?<!\p{L})art\.(?!\p{L}\.)/giu, ' article ')
    // "du" is an article, and "dû" what is owed.
    .replace(/(?<!\p{L})d[ûÛ](?!\p{L})/gu, ' unpaid ')
    .replace(/[#№]/g, ' number ')
    // "s/IVA" and "c/IVA" are without and with it.
    .replace(/\bs\/ ?(?=iva\b|igic\b)/gi, 'sin ')
    .replace(/\bc\/ ?(?=iva\b|igic\b)/gi, 'con ')
    // "s DPH" is with it, and so is "z VAT".
    .replace(/(?<!\p{L})s (?=dph\b)|(?<!\p{L})z (?=vat\b)/giu, 'incl ')
    // The number of a "nota fiscal": `nNF`.
    .replace(/(?<!\p{L})n(?=NF(?:S?e)?(?!\p{L}))/gu, 'numero ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    // "Pay by" names a day.
    .replace(/(?<!\p{L})(?:pay|payable|payment|due)[ _]by(?!\p{L})/giu, 'due date')
  return lettersOf(spaced)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(ordinal, '$1')
    .trim()
    .split(' ')
    .filter((token) => token !== '')
}
