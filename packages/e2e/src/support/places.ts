/** Where the product under test listens; everything derives from the one base port. */
const base = Number(process.env.E2E_PORT ?? 4300)

export const appUrl = `http://localhost:${base}`
export const sandboxUrl = `http://localhost:${base + 10}`
