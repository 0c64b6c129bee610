// The first import of the package: what comes behind it uses what an older Node does not have. Bun and Deno say they are some Node, too.
const { node, bun, deno } = process.versions
const [major = 0, minor = 0] = node.split('.').map(Number)
if (bun === undefined && deno === undefined && (major < 22 || (major === 22 && minor < 18)))
  throw new Error(`rapport-crm needs Node.js 22.18 or newer, and this is ${node} (${process.execPath})`)
