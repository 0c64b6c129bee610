import { serve } from '../../../core/kernel/threads/serve.ts'
import { invalid } from '../../../core/kernel/operation/errors.ts'

// A module of threads whose work goes over their limits.
serve({
  async *count(to: number) {
    for (let at = 1; at <= to; at++) yield at
  },
  async *refuse() {
    yield 1
    throw invalid('/x', 'too_many', 'Too many')
  },
  async *fail() {
    yield await Promise.reject(new Error('broken'))
  },
  async *spin() {
    for (let at = 0; at >= 0; at = Math.sqrt(2));
    yield 1
  },
  async *grow() {
    const kept: string[] = []
    while (kept.length >= 0) kept.push('x'.repeat(1000) + kept.length)
    yield 1
  },
})
