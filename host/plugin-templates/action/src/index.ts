import { Type } from '@sinclair/typebox'
import { type Action, CrmError, defineAction, type Feature, Http, plugin, TemporaryFailure } from 'rapport-crm'

/** Whom the step calls. It is set by the host, so that no workflow, history or log holds the token. */
export interface SamplePartOptions {
  /** https address that takes a message by POST. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string
}

/** Parameters of the step, as people set them in a workflow. */
const config = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 500, merge_tags: true, description: 'What is sent; merge tags are filled in' }),
    urgent: Type.Optional(Type.Boolean({ description: 'Whether somebody should look at it at once' })),
  },
  { additionalProperties: false },
)
const MAX_ANSWER = 65_536

/** The step `sample_part.send`: it sends a message about the contact of the run, once. */
export function samplePartAction({ url, token }: SamplePartOptions): Action {
  return defineAction({
    type: 'sample_part.send',
    label: 'Send to Sample part',
    summary: 'Send a message about the contact to Sample part, once',
    config,
    effect: 'external',
    needs: ['contact'],
    uses: { http: Http },
    // Reads what is sent: it is committed with the step, so that a repetition sends the same.
    prepare: async ({ config: { text, urgent = false }, subjects: { contact } }) => ({ effect: { contact_id: contact?.id, text, urgent } }),
    // Makes the call outside of any transaction. The key is the same each time, also after a crash: the other side acts once.
    run: async ({ prepared, key, signal }, { http }) => {
      const { status, terminal, response } = await http.send({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(prepared),
        bodyLimit: MAX_ANSWER,
        signal,
      })
      if (status >= 200 && status < 300) return { done: { sent: true } }
      const said = status === 0 ? response : `${status} ${response}`
      // Thrown for what may pass: the step is tried again, with the same key.
      if (status >= 500 || status === 408 || status === 429 || (status === 0 && !terminal)) throw new TemporaryFailure(said)
      throw new CrmError('conflict', `Sample part has refused the message: ${said}`)
    },
    // What a dry run shows. It calls nobody.
    dryRun: ({ config: { text } }) => ({ would: `send "${text}"` }),
  })
}

/** The plugin with these options. */
export function samplePart(options: SamplePartOptions): Feature {
  return plugin({ name: 'sample-part', version: '0.1.0', requires: { workflows: '^1.0.0' }, actions: [samplePartAction(options)] })
}

/** The plugin as `rapport serve` loads it, by environment variables: SAMPLE_PART_URL and SAMPLE_PART_TOKEN. */
export default function fromEnvironment(): Feature {
  const { SAMPLE_PART_URL: url, SAMPLE_PART_TOKEN: token } = process.env
  if (!url) throw new Error('Set SAMPLE_PART_URL to the address that takes messages')
  return samplePart({ url, ...(token && { token }) })
}
