import type { PublicCtx } from '#platform/http/ctx.ts'

/** The services people may come from, in the order of their buttons. */
export const socialProviders = async ({ socialLogins }: Pick<PublicCtx, 'socialLogins'>) => ({
  items: socialLogins.map(({ id, name }) => ({ id, name })),
})
