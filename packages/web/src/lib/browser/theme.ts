/**
 * Light, dark, or as the device has it. The choice belongs to the person, so it leaves with them: at sign-out the
 * screens follow the device again. Style sheets obey `data-theme` on the root; without it the device decides.
 */
import { onLeave } from '#lib/session/session.ts'
import { changeSettings, readSettings, type Theme } from './settings.ts'

const schemes = ['light', 'dark'] as const

/** The colour of the browser's own bar: one element per scheme, and only the right one may apply. */
const barColours = schemes.map((scheme) => ({
  scheme,
  meta: document.querySelector<HTMLMetaElement>(`meta[name="theme-color"][media*="${scheme}"]`),
}))

const showTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const { scheme, meta } of barColours) {
    meta?.setAttribute(
      'media',
      theme === 'system' ? `(prefers-color-scheme: ${scheme})` : scheme === theme ? 'all' : 'not all',
    )
  }
}

/** Shows the colours this browser remembers; to be called before anything is painted. */
export const startTheme = (): void => {
  showTheme(readSettings().theme)
  onLeave(() => showTheme('system'))
}

/** Shows the colours and remembers them in this browser. */
export const chooseTheme = (theme: Theme): void => {
  changeSettings({ theme })
  showTheme(theme)
}
