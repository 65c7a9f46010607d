import type { Handlers } from '#platform/http/ctx.ts'
import { listFrequents } from './list-frequents.ts'
import { searchPeople } from './search-people.ts'

export const contactsRoutes = {
  search: searchPeople,
  frequents: (ctx) => listFrequents(ctx),
} satisfies Partial<Handlers>
