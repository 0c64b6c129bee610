import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { median } from './report.ts'

/** What a run of the bench printed for one row: its ratio to the probe where it has one, else the plain figure. */
interface Figure {
  readonly value: number
  readonly unit: string
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
})
const [folder, ...words] = positionals
if (!folder || !existsSync(`${folder}/node_modules`))
  throw new Error('npm run bench:compare -- <folder of another checkout, installed and built> [--rounds 3] [words of rows]')

const found: Record<'before' | 'after', Map<string, Figure[]>> = { before: new Map(), after: new Map() }
// Alternately, and the other way round every second time, so that what else the machine does meets both.
for (let round = 0; round < Number(values.rounds); round++)
  for (const which of round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)) {
    const printed = await benchIn(which === 'before' ? folder : '.')
    for (const [name, figure] of figuresOf(printed)) found[which].set(name, [...(found[which].get(name) ?? []), figure])
  }

process.stdout.write(`| row | before | after | after / before |\n|---|---|---|---|\n`)
for (const [name, after] of found.after) {
  const before = found.before.get(name) ?? []
  const [was, is] = [before, after].map((figures) => median(figures.map(({ value }) => value)))
  const unit = after[0]?.unit ?? ''
  process.stdout.write(`| ${name} | ${was}${unit} | ${is}${unit} | ${((is ?? 0) / (was || 1)).toFixed(2)} |\n`)
}

async function benchIn(cwd: string): Promise<string> {
  const bench = spawn(process.execPath, ['-C', 'source', 'test/bench/run.ts', ...words], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  return await text(bench.stdout)
}

/** The last line of each row, as `print` writes it. */
function figuresOf(printed: string): Map<string, Figure> {
  const figures = new Map<string, Figure>()
  for (const line of printed.split('\n')) {
    const [, name, ours, unit, ratio] = /^(.+?) {2,}[\d.-]+ +([\d.]+) (\S+) +(?:([\d.]+)x)? +must/.exec(line) ?? []
    if (name && ours && unit) figures.set(name, ratio ? { value: Number(ratio), unit: 'x' } : { value: Number(ours), unit: ` ${unit}` })
  }
  return figures
}
