// Wings from left to right, and in each its folders from left to right: a folder imports only what stands left of it, type imports included.
const order = {
  kernel: 'egress telemetry operation ports threads values formulas storage feature money events jobs secrets',
  records:
    'external search record-type associations attachments history bulk duplicates lists picklists properties timeline merges tags record-operations',
  platform: 'access grants accounts catalog currencies notifications privacy',
  crm: 'companies pipelines contacts sales-cycles deals tasks activities',
  commerce:
    'products price-rules documents deal-lines quotes orders invoices credit-notes payments conversions printing quote-pages customers',
  insight: 'reports analytics',
  automation: 'merge-tags schedules splits writing conditions workflows',
  outreach:
    'reading secrets people suppressions links templates mailboxes emails sending engagement unsubscribes inbox visits forms sequences campaigns report-mail',
  integration: 'exports ingest inbound-webhooks webhooks imports',
}
// Folders that are divided once more: their parts from left to right. What lies beside the parts is for all of them.
const parts = {
  'kernel/storage': 'schema connection custom writing records units files migrations',
  'integration/ingest': 'languages values read recognize normalize match arrivals write runs',
  'integration/webhooks': 'signing subscriptions delivery',
}

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const wings = Object.keys(order)
const foldersOf = (wing) => order[wing].split(' ')

const wingsInOrder = wings
  .slice(0, -1)
  .map((wing, at) =>
    rule(
      'wings-in-order',
      'A wing imports only itself and the wings to its left.',
      { path: `^core/${wing}/` },
      { path: `^core/(${wings.slice(at + 1).join('|')})/` },
    ),
  )
const leftToRight = (name, comment, folder, names) =>
  names
    .slice(0, -1)
    .map((each, at) =>
      rule(name, comment, { path: `^core/${folder}/${each}/` }, { path: `^core/${folder}/(${names.slice(at + 1).join('|')})/` }),
    )
const foldersInOrder = wings.flatMap((wing) =>
  leftToRight('folders-in-order', 'A folder imports only the folders to its left in its wing.', wing, foldersOf(wing)),
)
const partsInOrder = Object.entries(parts).flatMap(([folder, names]) =>
  leftToRight('parts-in-order', 'A part of a folder imports only the parts to its left.', folder, names.split(' ')),
)
const listed = wings.map((wing) => `${wing}/(${foldersOf(wing).join('|')})`).join('|')

export default {
  forbidden: [
    rule(
      'core-knows-nobody',
      'The core imports no adapter, plugin, host or test.',
      { path: '^core/' },
      { path: '^(adapters|plugins|host|test)/' },
    ),
    rule(
      'core-is-transport-free',
      'h3 and MCP stay in adapters.',
      { path: '^core/' },
      { path: 'node_modules/(h3|@modelcontextprotocol)/' },
    ),
    rule(
      'core-is-driver-free',
      'Database drivers are chosen by the storage adapters.',
      { path: '^core/' },
      { path: 'node_modules/(@mikro-orm/(sqlite|postgresql)|better-sqlite3|pg)/' },
    ),
    rule(
      'one-composition-root',
      'Only compose.ts knows the container.',
      { path: '^(core|adapters|plugins|host)/', pathNot: '^core/compose[.]ts$' },
      { path: 'node_modules/(tsyringe|reflect-metadata)/' },
    ),
    rule(
      'outside-uses-the-front-door',
      'Adapters, plugins and host import the public entry of the core only; a thread takes the module that it needs.',
      { path: '^(adapters|plugins|host)/', pathNot: '^adapters/sqlite/thread[.]ts$' },
      { path: '^core/', pathNot: '^core/index[.]ts$' },
    ),
    rule(
      'adapters-are-strangers',
      'No adapter imports another; `browser` is what those share that answer to browsers, `mount` and `fastify` put them together.',
      { path: '^adapters/([^/]+)/', pathNot: '^adapters/(mount|fastify)/' },
      { path: '^adapters/', pathNot: '^adapters/($1|browser)/' },
    ),
    rule(
      'plugins-are-strangers',
      'No plugin imports another plugin or an adapter.',
      { path: '^plugins/([^/]+)/' },
      { path: '^(adapters|plugins)/', pathNot: '^plugins/$1/' },
    ),
    ...wingsInOrder,
    ...foldersInOrder,
    ...partsInOrder,
    rule(
      'every-folder-is-listed',
      'A folder of the core has its place in `order`, so that the rules above hold for it.',
      { path: '^core/[^/]+/', pathNot: `^core/(${listed})/` },
      {},
    ),
    rule(
      'features-meet-by-services',
      'A feature never reaches for the operations of another.',
      { path: '^core/([^/]+/[^/]+)/' },
      { path: '^core/.+/operations[.]ts$', pathNot: '^core/$1/' },
    ),
    rule('no-circular', 'No runtime cycles.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'npm-peer'] } }),
    rule(
      'no-orphans',
      'Every module is reachable.',
      { orphan: true, pathNot: ['[.]config[.](ts|mjs)$', '[.]test[.]ts$', '[.]d[.]ts$', '^test/support/print-schema[.]ts$'] },
      {},
    ),
    rule(
      'not-to-dev-dep',
      'Shipped code imports no dev dependency, but optional peers.',
      { path: '^(core|adapters|plugins|host)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    ),
    rule('resolvable', 'Every import resolves.', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Templates are packages of their own, which find the engine where they are installed.
    exclude: { path: '^(dist|host/plugin-templates)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
}
