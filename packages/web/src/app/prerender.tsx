/** Runs in the build: the logged-out first screen as text. */
import { NoticeProvider } from '@puente/ui/notice'
import { brand, type Language } from '@puente/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { SignInScreen } from '#features/auth/screens/sign-in-screen.tsx'
import { NavigationProvider, type Navigation } from '#lib/layout/navigation.tsx'
import { paths } from '#lib/layout/paths.ts'
import type { Messages } from '../texts/messages.gen.ts'
import { SplashPicture } from './overlays/splash.tsx'

const catalogues: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('virtual:texts/en'),
  es: () => import('virtual:texts/es'),
  ko: () => import('virtual:texts/ko'),
}

/** The links are plain ones until the script takes over. */
const nowhere: Navigation = { path: paths.root.path, go: () => undefined, prepare: () => undefined }

/** @returns the screen's title and its markup, without scripts and styles */
export const prerenderFirstScreen = async (language: Language): Promise<{ title: string; html: string }> => {
  const { default: messages } = await catalogues[language]()
  const html = renderToStaticMarkup(
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <NoticeProvider label="" dismissLabel="">
        <NavigationProvider value={nowhere}>
          <SignInScreen />
        </NavigationProvider>
      </NoticeProvider>
      <SplashPicture />
    </IntlProvider>,
  )
  return { title: brand.appName, html }
}
