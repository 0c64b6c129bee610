import * as v from 'valibot'
import { parseAllowList } from './kernel/egress/allow-list.ts'
import { PortPolicy } from './kernel/egress/port-policy.ts'
import { parseProxy } from './kernel/egress/proxy-address.ts'
import { shapeFault } from './kernel/feature/shape.ts'
import { encryptionKey } from './kernel/operation/settings.ts'

// What an option may say, so that a wrong one is refused by its name when the engine opens, and not by what uses it first.

const text = v.string('must be a text')
const texts = v.array(text, 'must be a list of texts')

/** A text that `read` takes; what it throws says what is wrong. */
const readBy = (read: (given: string) => unknown) =>
  v.pipe(
    text,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      try {
        read(dataset.value)
      } catch (error) {
        addIssue({ message: `is wrong: ${error instanceof Error ? error.message : String(error)}` })
      }
    }),
  )

const address = (pattern: RegExp, message: string, none?: string) =>
  v.pipe(
    text,
    v.check((given) => given === none || (pattern.test(given) && URL.canParse(given)), message),
  )

/** Options whose texts are of a certain form. */
export const optionValues = {
  plugin: v.pipe(
    v.custom<object>((each) => typeof each === 'object' && each !== null, 'must be a plugin, as plugin({ ... }) makes it'),
    v.rawCheck(({ dataset, addIssue }) => {
      const fault = dataset.typed ? shapeFault(dataset.value) : undefined
      if (fault !== undefined) addIssue({ message: `is no plugin: ${fault}` })
    }),
  ),
  egressAllow: v.array(readBy(parseAllowList), 'must be a list of texts'),
  egressPorts: v.array(
    readBy((each) => new PortPolicy([each])),
    'must be a list of texts',
  ),
  egressProxy: readBy(parseProxy),
  ai: v.strictObject({
    url: address(/^https:\/\/[^@?#]+$/i, 'must be an https address without user, query and fragment, such as https://api.openai.com/v1'),
    key: v.optional(text),
    model: v.pipe(text, v.minLength(1, 'must not be empty')),
  }),
  mail: v.strictObject({
    url: address(
      /^smtps?:\/\/[^/]/i,
      'must be an address such as smtp://user:password@mail.example.com:587 (STARTTLS) or smtps://... (TLS)',
    ),
    from: v.pipe(text, v.includes('@', 'must be the e-mail address of the sender')),
    name: v.optional(text),
  }),
  // Empty: none.
  publicUrl: address(/^https?:\/\/[^?#]+$/i, 'must be an address with http or https, such as https://crm.example.com', ''),
  encryptionKeys: v.array(readBy(encryptionKey), 'must be a list of texts'),
  texts,
} as const

// PostgreSQL keeps no NUL, and UTF-8 no half of a pair; what is longer names nobody.
const MOST_CHARACTERS = 500

/** The name of somebody, as it is kept on records. */
export const nameText = v.pipe(
  text,
  v.maxLength(MOST_CHARACTERS, `must have at most ${MOST_CHARACTERS} characters`),
  v.check((given) => !given.includes('\0') && given.isWellFormed(), 'must have neither NUL nor lone surrogates'),
)
