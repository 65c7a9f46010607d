import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { paths } from '#lib/layout/paths.ts'

/** @returns a function that leaves a finished screen of the settings: back to where it was opened from, else to the settings */
export const useLeave = (): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => (canGoBack ? router.history.back() : router.history.replace(paths.settings.path))
}
