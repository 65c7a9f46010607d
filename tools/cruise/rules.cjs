/*
 * Who may import whom. The same rules are run over `violations/`, a small tree in which each of them is broken once,
 * so that a rule that has gone silent is noticed.
 */
const at = (path) => `^(?:tools/cruise/violations/)?packages/${path}`
const TEST = String.raw`\.(test|spec)\.tsx?$|/test/|/testing\.ts$|/test-(setup|world)\.ts$`

const alone = (name, allowed) => ({
  name: `${name}-alone`,
  comment: `${name} knows ${allowed.length > 0 ? allowed.join(' and ') : 'no sibling'}`,
  severity: 'error',
  from: { path: at(`${name}/src/`), pathNot: TEST },
  to: { path: at('([^/]+)/'), pathNot: [name, ...allowed].map((other) => at(`${other}/`)) },
})

const feature = String.raw`server/src/features/([^/]+)/`

/** A slice may be used by those that stand after it in this list of ranks, and by those of its own rank. */
const RANKS = [
  ['content'],
  ['security-log'],
  ['accounts'],
  ['sessions', 'papers'],
  ['factors'],
  ['auth', 'profile', 'kyc', 'limits'],
  ['social'],
  ['wallet', 'contacts', 'products'],
  ['approvers'],
  ['payments'],
  ['invoices', 'requests', 'debts'],
  ['payins'],
  ['transfers', 'cards', 'paypal', 'zelle', 'recipients', 'bank-files'],
  ['deposits', 'withdrawals', 'paying'],
  ['schedules'],
  ['rails'],
  ['reconciliation'],
  ['activity', 'statements', 'support', 'closing', 'exports'],
  ['operations'],
]
/** They hear of what others do by events, and may use any slice. */
const LISTENERS = ['notifications', 'rewards']
const sliceOrder = RANKS.slice(0, -1).map((rank, index) => ({
  name: `slice-order-of-${rank[0]}`,
  comment: `${rank.join(', ')} may not use a slice of a later rank`,
  severity: 'error',
  from: { path: at(`server/src/features/(${rank.join('|')})/`), pathNot: TEST },
  to: {
    path: at(
      `server/src/features/(${RANKS.slice(index + 1)
        .flat()
        .join('|')})/`,
    ),
  },
}))

/** The ledger's folders, and those that each may not use. */
const LEDGER_FOLDERS = {
  pg: ['decide', 'rows', 'posting', 'check', 'seal', 'checkpoint'],
  decide: ['pg', 'rows', 'posting', 'check', 'seal', 'checkpoint'],
  rows: ['posting', 'check', 'seal', 'checkpoint'],
  posting: ['check', 'seal', 'checkpoint'],
  check: ['posting', 'seal', 'checkpoint'],
  seal: ['posting', 'check', 'checkpoint'],
  checkpoint: ['posting'],
}
const ledgerFolders = Object.entries(LEDGER_FOLDERS).map(([folder, closed]) => ({
  name: `ledger-${folder}`,
  comment: `${folder} may not use ${closed.join(', ')}`,
  severity: 'error',
  from: { path: at(`ledger/src/${folder}/`), pathNot: TEST },
  to: { path: at(`ledger/src/(${closed.join('|')})/`) },
}))

module.exports = {
  forbidden: [
    alone('contract', []),
    alone('client', ['contract']),
    alone('ledger', []),
    alone('postgres', []),
    alone('ui', []),
    alone('sandbox', []),
    alone('server', ['contract', 'ledger']),
    alone('web', ['contract', 'ui']),
    alone('e2e', ['client', 'contract']),
    {
      name: 'slice-door',
      comment: 'a slice is entered by its index.ts',
      severity: 'error',
      from: { path: at(feature), pathNot: TEST },
      to: { path: at(feature), pathNot: [at('server/src/features/$1/'), at('server/src/features/[^/]+/index\\.ts$')] },
    },
    {
      name: 'slice-door-from-outside',
      comment: 'a slice is entered by its index.ts, from outside the features too',
      severity: 'error',
      from: { path: at('server/'), pathNot: [at('server/src/features/'), TEST] },
      to: { path: at('server/src/features/'), pathNot: at('server/src/features/[^/]+/index\\.ts$') },
    },
    ...sliceOrder,
    ...ledgerFolders,
    {
      name: 'slice-without-rank',
      comment: 'a new slice takes its place in RANKS of tools/cruise/rules.cjs and in docs/architecture.md',
      severity: 'error',
      from: { path: at(`server/src/features/(?!(?:${[...RANKS.flat(), ...LISTENERS].join('|')})/)[^/]+/`) },
      to: {},
    },
    {
      name: 'listeners',
      comment: 'notifications and rewards listen to events; nobody imports them',
      severity: 'error',
      from: { path: at(`server/src/features/(?!${LISTENERS.join('|')})`) },
      to: { path: at(`server/src/features/(${LISTENERS.join('|')})/`) },
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'sql-in-stores',
      comment: 'only stores and the database room speak SQL',
      severity: 'error',
      from: { path: at('server/src/'), pathNot: [TEST, '-store\\.ts$', at('server/src/platform/db/')] },
      to: { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules know the contract, money and other rules',
      severity: 'error',
      from: { path: at('(server|web)/src/.*-rules\\.tsx?$') },
      to: {
        pathNot: ['-(rules|states|standing)\\.ts$', at('contract/'), '/types\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sdk-in-providers',
      comment: 'only a provider folder speaks to a provider',
      severity: 'error',
      from: { path: at('(server|sandbox)/src/'), pathNot: [at('server/src/providers/'), TEST] },
      to: {
        path: '^node_modules/(stripe|increase|twilio|plaid|@onfido/api|nodemailer)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-features-apart',
      comment: 'features of the web application do not import each other',
      severity: 'error',
      from: { path: at('web/src/features/([^/]+)/') },
      to: { path: at('web/src/features/'), pathNot: at('web/src/features/$1/') },
    },
    {
      name: 'web-one-way',
      comment: 'routes use features, features use shared and lib; never the other way',
      severity: 'error',
      from: { path: at('web/src/(features|shared|lib)/'), pathNot: TEST },
      to: { path: at('web/src/routes/') },
    },
    {
      name: 'web-lib-below',
      comment: 'lib is used by everybody and uses nobody',
      severity: 'error',
      from: { path: at('web/src/lib/'), pathNot: TEST },
      to: { path: at('web/src/(shared|features|app|routes)/') },
    },
    {
      name: 'web-shared-below',
      comment: 'shared is what several features show; it uses lib and ui, never a feature',
      severity: 'error',
      from: { path: at('web/src/shared/'), pathNot: TEST },
      to: { path: at('web/src/(features|app|routes)/') },
    },
    { name: 'unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
