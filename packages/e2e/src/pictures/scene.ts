import type { Me } from '@puente/contract'
import type { Page } from '@playwright/test'
import type { Part } from './answers.ts'
import type { State } from './choice.ts'

export type Stage = {
  page: Page
  /** A text of the screens in the language of the picture: `word('shell.logOut.confirm')`. */
  word: (key: string) => string
}

/** One screen in one state. */
export type Scene = Part & {
  /** As whom; a visitor without it. */
  me?: Me
  /** What this tab has in its session storage. */
  tab?: Readonly<Record<string, string>>
  /** What is arranged before the screen is opened. */
  before?: (page: Page) => Promise<unknown>
  /** What is done once the screen stands: typing, tapping. */
  act?: (stage: Stage) => Promise<unknown>
  /** With the splash, which the others are made without. */
  splash?: true
  /** The window alone, for what floats over it. */
  windowOnly?: true
}

export type Screen = { name: string; address: string; states: Partial<Record<State, Scene>> }
