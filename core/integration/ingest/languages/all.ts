import type { Language } from './language.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ro } from './ro.ts'
import { sv } from './sv.ts'

/** The languages in order of precedence: a word belongs to the first language that lists it. */
export const languages: readonly Language[] = [en, fr, de, es, nl, it, pt, pl, sv, da, cs, ro]

/** Those that most systems speak: what they abbreviate stays so, whatever the others have words for. */
export const leadingLanguages: readonly Language[] = languages.slice(0, 7)
