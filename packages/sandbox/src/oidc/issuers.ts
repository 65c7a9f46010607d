/** The two kinds of social login that are played: one like Google, one like Apple, each an issuer of its own. */
export const issuerNames = ['google', 'apple'] as const
export type IssuerName = (typeof issuerNames)[number]

/** What the product is registered as at each; the same ids on both sides, and no secret. */
export const CLIENT_ID: Record<IssuerName, string> = { google: 'puente-web', apple: 'app.puente.web' }
export const APPLE_TEAM_ID = 'SANDBOXTEA'
export const APPLE_KEY_ID = 'SANDBOXKEY'
