/** The languages in which names of countries, currencies and months are read, in order of precedence; codes of BCP 47. */
export const readLanguages: readonly string[] = ['en', 'fr', 'de', 'es', 'nl', 'it', 'pt', 'pl', 'sv', 'da', 'nb', 'cs', 'ro']
