const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

// What features stand on; every other folder of the core is a feature, so that a new one keeps the rules from its first file.
const feature = '(?!(?:kernel|egress|ports|values|storage)/)[^/]+'

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
      'Adapters, plugins and host import the public entry of the core only.',
      { path: '^(adapters|plugins|host)/' },
      { path: '^core/', pathNot: '^core/index[.]ts$' },
    ),
    rule(
      'adapters-are-strangers',
      'No adapter imports another.',
      { path: '^adapters/([^/]+)/' },
      { path: '^adapters/', pathNot: '^adapters/$1/' },
    ),
    rule(
      'plugins-are-strangers',
      'No plugin imports another plugin or an adapter.',
      { path: '^plugins/([^/]+)/' },
      { path: '^(adapters|plugins)/', pathNot: '^plugins/$1/' },
    ),
    rule(
      'kernel-knows-no-feature',
      'The kernel is imported by features, never the reverse.',
      { path: '^core/kernel/' },
      { path: `^core/(${feature}|storage|ports)/`, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'ports-know-the-kernel-only',
      'A port stands below storage and features.',
      { path: '^core/ports/' },
      { path: `^core/(${feature}|storage)/` },
    ),
    rule(
      'values-know-no-feature',
      'What one value is does not depend on whose it is.',
      { path: '^core/values/' },
      { path: `^core/(${feature}|storage)/` },
    ),
    rule(
      'storage-knows-no-feature',
      'Storage is imported by features, never the reverse.',
      { path: '^core/storage/' },
      { path: `^core/(${feature})/` },
    ),
    rule(
      'features-meet-by-services',
      'A feature never reaches for the operations of another.',
      { path: `^core/(${feature})/` },
      { path: '^core/([^/]+)/operations[.]ts$', pathNot: '^core/$1/' },
    ),
    rule('no-circular', 'No runtime cycles.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule(
      'no-orphans',
      'Every module is reachable.',
      { orphan: true, pathNot: ['[.]config[.](ts|mjs)$', '[.]test[.]ts$', '[.]d[.]ts$', '^test/support/print-schema[.]ts$'] },
      {},
    ),
    rule(
      'not-to-dev-dep',
      'Shipped code imports no dev dependency.',
      { path: '^(core|adapters|plugins|host)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule('resolvable', 'Every import resolves.', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
}
