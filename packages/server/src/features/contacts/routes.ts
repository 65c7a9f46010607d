import type { Handlers } from '#platform/http/ctx.ts'
import { listFrequents } from './list-frequents.ts'
import { readPublicProfile } from './read-public-profile.ts'
import { searchPeople } from './search-people.ts'

export const contactsRoutes = {
  search: searchPeople,
  publicProfile: readPublicProfile,
  frequents: (ctx) => listFrequents(ctx),
} satisfies Partial<Handlers>
