/** Every rail side by side: how its payments advance and how they are given up. */
export { railOf, rails } from './rails.ts'
export { railsTasks } from './tasks.ts'
