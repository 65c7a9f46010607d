import type { Step } from './steps.ts'

/** Types take as long as all other static checks together. */
const types: Step = { name: 'types', command: 'node', args: ['scripts/types.ts'] }

const others: readonly Step[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'lint notices deliberate violations', command: 'node', args: ['scripts/lint-violations.ts'] },
  { name: 'import rules', command: 'node', args: ['scripts/cruise.ts'] },
  { name: 'dead code and undeclared dependencies', command: 'knip', args: [] },
  { name: 'lock files', command: 'npm', args: ['run', '--silent', 'lockcheck'] },
  { name: 'bill of materials', command: 'npm', args: ['run', '--silent', 'sbom'] },
  { name: 'deployment files', command: 'node', args: ['infra/check.ts'] },
  { name: 'security requirements', command: 'node', args: ['scripts/security.ts', '--check'] },
  { name: 'requirement ids of tests', command: 'node', args: ['scripts/requirements.ts', '--check'] },
]

/** The static checks: form, lint, types, import rules, dead code, lock files, bill of materials, and that each of them is awake. */
export const staticLanes: readonly (readonly Step[])[] = [[types], others]
