import type { Language } from '../language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** The four languages of the contract. */
export const languages: readonly Language[] = [en, fr, de, es]
