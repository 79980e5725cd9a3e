/** The import rules of docs/develop/architecture.md. Only swc reads TypeScript 7 files here; without it every rule passes unseen. */
const tests = '\\.(test|browser)\\.tsx?$'

const rule = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('everything-resolves', {}, { couldNotResolve: true, pathNot: '\\.wasm\\?url$' }),
    rule(
      'contract-needs-only-zod',
      { path: '^contract/', pathNot: tests },
      { pathNot: '^(contract/|node_modules/zod/)' },
    ),
    rule(
      'client-needs-only-the-contract',
      { path: '^packages/client/', pathNot: tests },
      { pathNot: '^(packages/client/|contract/)' },
    ),
    rule(
      'server-kernel-knows-no-feature',
      { path: '^server/src/kernel/', pathNot: tests },
      { path: '^server/src/(features/|(main|app)\\.ts$)' },
    ),
    rule(
      'server-feature-sees-only-namesake-files-of-others',
      { path: '^server/src/features/([^/]+)/', pathNot: tests },
      {
        path: '^server/src/features/([^/]+)/',
        pathNot: ['^server/src/features/$1/', '^server/src/features/([^/]+)/\\1\\.ts$'],
      },
    ),
    rule(
      'server-feature-knows-no-application',
      { path: '^server/src/features/', pathNot: tests },
      { path: '^server/src/(main|app)\\.ts$' },
    ),
    rule('server-does-not-know-the-web', { path: '^server/' }, { path: '^(web|e2e)/' }),
    rule(
      'server-source-knows-no-tests',
      { path: '^server/src/', pathNot: tests },
      { path: ['^server/test/', '^(scripts|bench|faults|fuzz)/'] },
    ),
    rule(
      'web-does-not-know-the-server',
      { path: '^web/' },
      { path: '^(server|e2e|scripts|bench|faults|fuzz)/' },
    ),
    rule(
      'web-kernel-knows-no-feature',
      { path: '^web/src/kernel/', pathNot: tests },
      { path: '^web/src/(features|ui|shell)/' },
    ),
    rule(
      'web-ui-needs-only-the-kernel',
      { path: '^web/src/ui/', pathNot: tests },
      { path: '^(web/src/(features|shell)/|contract/)' },
    ),
    rule(
      'web-features-stay-apart',
      { path: '^web/src/features/([^/]+)/', pathNot: tests },
      {
        path: '^web/src/features/([^/]+)/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/([^/]+)/\\1\\.tsx?$'],
      },
    ),
    rule('stories-know-only-the-screen', { path: '^e2e/' }, { path: '^(server|web|contract)/' }),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/(dist|src/texts)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
