import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const guide = await readFile('adapters/mount/README.md', 'utf8')
const listings = [...guide.matchAll(/<!-- (.+?) -->\n```ts\n([\s\S]*?)```/g)].map(([, path = '', code = '']) => ({ path, code }))

it('shows the very files that npm run frameworks installs and calls', async () => {
  const folders = (await readdir('test/frameworks', { withFileTypes: true })).filter((each) => each.isDirectory()).map(({ name }) => name)
  expect([...new Set(listings.map(({ path }) => path.split('/')[0]))].toSorted()).toEqual(folders.toSorted())
  for (const { path, code } of listings) expect(code).toBe(await readFile(`test/frameworks/${path}`, 'utf8'))
})

it('needs few lines for each framework, what its own generator writes aside', () => {
  const generated = /^(\s*|import .*|@Module.*|class App \{\}|const app = await NestFactory.*|await app\.listen.*|app\.listen.*|serve\(.*)$/
  for (const folder of new Set(listings.map(({ path }) => path.split('/')[0]))) {
    const lines = listings.filter(({ path }) => path.startsWith(`${folder}/`)).flatMap(({ code }) => code.split('\n'))
    expect([folder, lines.filter((line) => !generated.test(line)).length]).toEqual([
      folder,
      expect.toSatisfy((count: number) => count <= 13),
    ])
  }
})
