import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession } from '#lib/session/session.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { SessionWatch } from './session-watch.tsx'

test.each([
  ['revoked', 'This session was ended. Please log in again.', false],
  ['absolute', 'We logged you out after 12 hours. Please log in again.', true],
] as const)(
  'the end of a session is said on the login screen, as an alarm only if it comes as a surprise: %s',
  async (reason, text, isAlarm) => {
    signedInAs()
    await openApp('/not-me', 'en', <SessionWatch />)
    act(() => endSession(reason))
    const notice = await screen.findByText(text)
    expect(notice.closest('[role="alert"]') !== null).toBe(isAlarm)
  },
)
