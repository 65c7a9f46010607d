/** What only tests may do with this slice from outside: start where signing in would have ended. */
export { insertSession } from './sessions-store.ts'
