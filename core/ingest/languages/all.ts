import type { Language } from '../language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

/** The four languages of the contract, and Dutch, which keeps to the words that they leave free. */
export const languages: readonly Language[] = [en, fr, de, es, nl]
