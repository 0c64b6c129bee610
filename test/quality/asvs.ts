import { authorization } from './asvs/authorization.ts'
import { browsers } from './asvs/browsers.ts'
import { code } from './asvs/code.ts'
import { encoding } from './asvs/encoding.ts'
import { protection } from './asvs/protection.ts'
import type { Requirements } from './asvs/requirement.ts'
import { signIn } from './asvs/sign-in.ts'

/** The parts of the list, by what they are about. */
export const parts: readonly Requirements[] = [encoding, browsers, authorization, signIn, protection, code]

/** Every requirement of OWASP ASVS 5.0, levels 1 and 2, by id; the texts are those of the standard and not repeated here. */
export const asvs: Requirements = Object.assign({}, ...parts)
