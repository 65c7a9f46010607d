export { createSandbox } from './sandbox.ts'
export type { Sandbox, SandboxOptions } from './sandbox.ts'
export type { SandboxSecrets } from './core/secrets.ts'
