import { dutch } from './nl.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import { german } from './de.ts'
import { italian } from './it.ts'
import { portuguese } from './pt.ts'
import { spanish } from './es.ts'
import type { Stranger } from './stranger.ts'

export const strangers: readonly Stranger[] = [...english, ...french, ...german, ...spanish, ...dutch, ...italian, ...portuguese]
