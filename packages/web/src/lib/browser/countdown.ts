import { useEffect, useState } from 'react'
import { clock } from './clock.ts'

const SECOND_MS = 1000

const secondsUntil = (atMs: number | null): number =>
  atMs === null ? 0 : Math.max(0, Math.ceil((atMs - clock.now()) / SECOND_MS))

/** Seconds left until a moment of the device's clock, counted down while the component lives. */
export const useCountdown = (atMs: number | null): number => {
  const [, tick] = useState(0)
  const left = secondsUntil(atMs)
  const running = left > 0
  useEffect(() => (running ? clock.every(SECOND_MS, () => tick((count) => count + 1)) : undefined), [running])
  return left
}
