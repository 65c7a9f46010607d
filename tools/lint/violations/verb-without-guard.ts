type MoneyCtx = { money: { post: () => Promise<void> } }

export const moveSomething = (ctx: MoneyCtx): Promise<void> => ctx.money.post()
