import { writeFile } from 'node:fs/promises'
import { measure, recorded, surfacesFile, toolsFile } from './measure.ts'

// npm run tools: prints what each surface of the tools costs; `-- accept` records it, and the whole list, as what the tests expect.
const [command = 'show'] = process.argv.slice(2)
if (!['show', 'accept'].includes(command)) {
  console.error(
    'npm run tools               prints what the tools cost, by surface\nnpm run tools -- accept     records that, and the whole list',
  )
  process.exit(2)
}
const measured = await measure()
if (command === 'accept') {
  const files = recorded(measured)
  await writeFile(toolsFile, files.tools)
  await writeFile(surfacesFile, files.surfaces)
}
for (const [path, { tools, tokens, average }] of Object.entries(measured.surfaces))
  console.log(
    `${(path || 'all').padEnd(32)} ${String(tools).padStart(4)} tools ${String(tokens).padStart(7)} tokens ${String(average).padStart(5)} each`,
  )
