/** Proving who one is: signing up and in, passwords, codes to contacts. */
export { endAllCodes } from './codes-store.ts'
export { deviceLane } from './device-lane.ts'
export { authRoutes } from './routes.ts'
export { authTasks } from './tasks.ts'
export { openPerson, tellOwner } from './open-person.ts'
export { requireStrongPassword } from './password-strength.ts'
export { tokenEnd } from './sign-in.ts'
