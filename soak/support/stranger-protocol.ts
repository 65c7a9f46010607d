/** The messages between the judging process and the one that plays a stranger. */

/** Ways to trouble a server without an account. */
export const TROUBLES = ['slow bodies', 'bad bearers', 'forged hooks', 'sign-in floods'] as const
export type Trouble = (typeof TROUBLES)[number]

/** How often each was tried, and how often the server answered and how. */
export type StrangerTold = Record<Trouble, { tried: number; byStatus: Record<number, number> }>

export type StrangerAsked = { ask: 'begin'; url: string } | { ask: 'end' }
