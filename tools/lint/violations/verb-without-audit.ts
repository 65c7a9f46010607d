type UserCtx = { db: unknown }
declare const transaction: (db: unknown, label: string) => Promise<void>

export const changeSomething = (ctx: UserCtx): Promise<void> => transaction(ctx.db, 'change')
