import { Type } from '@sinclair/typebox'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { Http } from '../../../kernel/ports/http.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'
import { callOut, urlFaults } from './http-call.ts'

/** Sends a message to a Slack channel; a blank one is left out. */
export const sendSlack = defineAction({
  type: 'send_slack',
  label: 'Send to Slack',
  summary: 'Message a chat channel via an incoming webhook URL',
  config: Closed({
    webhook_url: Type.String({ format: 'uri', maxLength: 2048, description: 'Incoming webhook of the channel, https' }),
    text: Rendered(8000),
  }),
  effect: 'external',
  sinks: { text: 'slack' },
  masked: ['webhook_url'],
  uses: { http: Http },
  check: ({ webhook_url }) => urlFaults('webhook_url', webhook_url),
  prepare: ({ config }) => (config.text.trim() === '' ? { skipped: 'no_text' } : { effect: null }),
  run: async ({ config: { webhook_url, text }, ...call }, { http }) => {
    const headers = { 'content-type': 'application/json' }
    return await callOut(http, { field: 'webhook_url', url: webhook_url, method: 'POST', headers, body: JSON.stringify({ text }) }, call)
  },
  dryRun: ({ config }) => ({ text: config.text }),
})
