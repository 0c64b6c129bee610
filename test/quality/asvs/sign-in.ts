import { planned, type Requirements } from './requirement.ts'
import { sections } from './sections.ts'

// Authentication of people, sessions, self-contained tokens, OAuth and OIDC: there are API keys only.
const chapters = ['V6', 'V7', 'V9', 'V10']

/** V6, V7, V9 and V10: they come with sign-in. */
export const signIn: Requirements = Object.fromEntries(
  Object.entries(sections)
    .filter(([section]) => chapters.includes(section.split('.')[0] ?? ''))
    .flatMap(([section, count]) => Array.from({ length: count }, (_, at) => [`${section}.${at + 1}`, planned('sign-in')])),
)
