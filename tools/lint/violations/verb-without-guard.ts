type MoneyCtx = { money: { post: () => Promise<void> } }

export const moveSomething = (ctx: MoneyCtx): Promise<void> => ctx.money.post()

type PostingCtx = { money: { post: () => Promise<void> } }

export const postSomething = (ctx: PostingCtx): Promise<void> => ctx.money.post()
