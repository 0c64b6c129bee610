import type { Faker } from '@faker-js/faker'
import { CommandError } from '../explain.ts'
import { Cast } from './people.ts'
import type { Words } from './words/words.ts'

/** Names of a language, from a package that an installation that makes no example data does without; and its words. */
interface Language {
  readonly names: () => Promise<{ readonly faker: Faker }>
  readonly words: () => Promise<{ readonly words: Words }>
}

const known: Readonly<Record<string, Language>> = {
  en: { names: () => import('@faker-js/faker/locale/en_GB'), words: () => import('./words/en.ts') },
  fr: { names: () => import('@faker-js/faker/locale/fr'), words: () => import('./words/fr.ts') },
  de: { names: () => import('@faker-js/faker/locale/de'), words: () => import('./words/de.ts') },
  es: { names: () => import('@faker-js/faker/locale/es'), words: () => import('./words/es.ts') },
  nl: { names: () => import('@faker-js/faker/locale/nl'), words: () => import('./words/nl.ts') },
  it: { names: () => import('@faker-js/faker/locale/it'), words: () => import('./words/it.ts') },
  pt: { names: () => import('@faker-js/faker/locale/pt_PT'), words: () => import('./words/pt.ts') },
}

/** The languages of `rapport seed`. */
export const languages: readonly string[] = Object.keys(known)

/** People and companies of a language, always alike for the same seed. */
export async function castOf(locale: string, seed: number): Promise<Cast> {
  const { names, words } = known[locale] as Language
  const { faker } = await names().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CommandError('rapport seed takes names from a package that is not there: npm install @faker-js/faker', { cause: error })
  })
  return new Cast(faker, (await words()).words, seed)
}
