/**
 * The bridge, for about two seconds from the moment the page began to load. It covers without delaying: the screen is
 * rendered beneath it and screen readers can read it at once. The return from a payment page shows none.
 */
import { BridgeMark } from '@puente/ui/bridge-mark'
import { brand } from '@puente/contract'
import { useEffect, useState } from 'react'
import { clock } from '#lib/browser/clock.ts'
import { isProviderReturn } from '#lib/layout/paths.ts'

/** The picture itself; also part of the prerendered first screen. */
export const SplashPicture = () => (
  <div aria-hidden="true" data-splash="" className="splash fixed inset-0 z-60 grid place-items-center bg-hero">
    <BridgeMark name={brand.appName} variant="wordmark" size="lg" onHero />
  </div>
)

/** Remaining time of the splash, in milliseconds; 0 where there is none. */
export const splashLeftMs = (pathname: string, sinceStartMs: number): number =>
  isProviderReturn(pathname) ? 0 : Math.max(0, __SPLASH_MS__ - sinceStartMs)

export const Splash = () => {
  // Back from another service, with what came of it in the fragment.
  const [left] = useState(() =>
    location.hash.startsWith('#social=') ? 0 : splashLeftMs(location.pathname, performance.now()),
  )
  const [over, setOver] = useState(left === 0)
  useEffect(() => (over ? undefined : clock.after(left, () => setOver(true))), [left, over])
  return over ? null : <SplashPicture />
}
