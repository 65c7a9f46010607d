/** What proves that it is still the same person: the password, codes to the phone, challenges and their tokens. */
export { checkPassword } from './check-password.ts'
export { consumeMessages } from './consume-messages.ts'
export { intentHash } from './intent.ts'
export { passwordsOf } from './passwords-of.ts'
export { factorsRoutes } from './routes.ts'
export { stepUpGate } from './step-up-gate.ts'
export { factorsTasks } from './tasks.ts'
