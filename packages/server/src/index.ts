/** What scripts that start or try the product need from the server package; the server itself runs from `main.ts`. */
export { prepareDatabase, type Prepared, type PrepareOptions } from './prepare.ts'
export { connectionFor } from './platform/db/follow.ts'
export { bootChecks } from './platform/boot-checks.ts'
export { parseConfig } from './platform/config.ts'
export { keepServerUrls, sandboxSecrets, sandboxSecretsPath } from './platform/secrets.ts'
export { verifySeals } from './platform/integrity/verify-seals.ts'
export { SERVER_NODE_ARGS } from './node-args.ts'
export { readClockOffset } from './platform/kept-clock.ts'
