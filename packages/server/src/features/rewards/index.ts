/** What people earn: the rule table, what counts and what does not, the budget, and the payments. Hears of others by events alone. */
export { countMovements } from './count-movements.ts'
export { countOf } from './rewards-store.ts'
export { catchUp as catchUpRewards } from './follow-rewards.ts'
export { approveBudget, proposeBudget, readProgrammeStatus, switchProgramme } from './operate-programme.ts'
export { createRewardsParticipant } from './rewards-participant.ts'
export { rewardsRoutes } from './routes.ts'
export { startRewardsFollower } from './start-follower.ts'
export { rewardsTasks } from './tasks.ts'
