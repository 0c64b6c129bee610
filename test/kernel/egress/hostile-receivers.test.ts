import { expect, test } from 'vitest'
import { hostileRun } from './hostile-run.ts'

// What each receiver comes to: the status, or the name of the failure.
const expected: Readonly<Record<string, string | readonly string[]>> = {
  'never answers': 'timeout',
  'drips its headers': 'timeout',
  'sends 32 KiB of headers': 'protocol_error',
  'sends headers without end': 'protocol_error',
  'sends a status line without end': 'protocol_error',
  'speaks another protocol': 'protocol_error',
  'sends noise': 'protocol_error',
  'switches protocols': 'protocol_error',
  'hints without end': 'protocol_error',
  'floods the body': '200',
  'floods a chunk extension': '200',
  'floods trailers': '200',
  'drips the body': '200',
  'ends the body early': '200',
  'resets within the body': '200',
  'sends a compressed bomb': '200',
  'answers with status 999': 'protocol_error',
  'sends two lengths': 'protocol_error',
  'closes instead of answering': 'connection_reset',
  'resets instead of answering': 'connection_reset',
  'redirects to itself': '307',
  // A second request on the kept connection gets no answer.
  'answers before it is asked': ['200', 'timeout', 'protocol_error'],
  'answers before it is asked, and closes': ['200', 'protocol_error', 'connection_reset'],
  'has an expired certificate': 'tls_error',
  'has a certificate of nobody we trust': 'tls_error',
  'has a certificate of another host': 'tls_error',
  'speaks TLS 1.0': 'tls_error',
  'never finishes the handshake': 'timeout',
  'resets before TLS': 'connection_reset',
  'speaks no TLS': 'tls_error',
  'has a name that resolves never': 'timeout',
  'has a name that does not exist': 'dns_error',
}

test('200 calls at once to receivers that misbehave in 32 ways end in time, and cost little memory', async () => {
  // Two hundred handshakes at once take a busy machine their time.
  const timeoutMs = 5_000
  const { outcomes, longest, grown } = await hostileRun(200, timeoutMs)
  expect(outcomes.map(([name]) => name).toSorted()).toEqual(Object.keys(expected).toSorted())
  for (const [name, ended] of outcomes) {
    expect(ended.length).toBeGreaterThanOrEqual(6)
    for (const { status, error, response, durationMs, terminal } of ended) {
      expect([name, [expected[name]].flat()]).toEqual([name, expect.arrayContaining([error ?? String(status)])])
      expect([name, terminal, Array.from(response).length <= 500]).toEqual([name, false, true])
      expect(durationMs).toBeLessThan(timeoutMs + 1_000)
    }
  }
  expect(longest).toBeLessThan(timeoutMs + 1_000)
  expect(grown).toBeLessThan(50)
})
