import type { Step } from './steps.ts'

/** One pass of the linter over every program: it needs the types anyway, and takes as long as all other static checks together. */
const lintAndTypes: Step = { name: 'lint and types', command: 'oxlint', args: ['--type-check', '--deny-warnings'] }

const others: readonly Step[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint and types notice deliberate violations', command: 'node', args: ['scripts/lint-violations.ts'] },
  { name: 'types of the tables', command: 'node', args: ['packages/server/src/test/check-schema.ts'] },
  { name: 'import rules', command: 'node', args: ['scripts/cruise.ts'] },
  { name: 'dead code and undeclared dependencies', command: 'knip', args: [] },
  { name: 'lock files', command: 'npm', args: ['run', '--silent', 'lockcheck'] },
  { name: 'bill of materials', command: 'npm', args: ['run', '--silent', 'sbom'] },
  { name: 'deployment files', command: 'node', args: ['infra/check.ts'] },
  { name: 'security requirements', command: 'node', args: ['scripts/security.ts', '--check'] },
  { name: 'requirement ids of tests', command: 'node', args: ['scripts/requirements.ts', '--check'] },
]

/** The static checks: form, lint, types, import rules, dead code, lock files, bill of materials, and that each of them is awake. */
export const staticLanes: readonly (readonly Step[])[] = [[lintAndTypes], others]
