import type { Handlers } from '#platform/http/ctx.ts'
import { rewardsHistory } from './list-history.ts'
import { rewardsReferral } from './read-referral.ts'
import { rewardsSummary } from './read-summary.ts'

export const rewardsRoutes = { rewardsSummary, rewardsHistory, rewardsReferral } satisfies Partial<Handlers>
