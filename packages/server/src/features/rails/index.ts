/** Every rail side by side: how its payments advance and how they are given up. */
export { underWayOf } from './rails.ts'
export { railsTasks } from './tasks.ts'
export { noteTurn } from './switched-off.ts'
