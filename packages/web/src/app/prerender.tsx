/** Runs in the build: the logged-out first screen as text. Only its links need a router, so it gets one of its own. */
import { NoticeProvider } from '@puente/ui/notice'
import { brand, type Language } from '@puente/contract'
import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { SignInScreen } from '#features/auth/screens/sign-in-screen.tsx'
import type { Messages } from '../texts/messages.gen.ts'
import { SplashPicture } from './overlays/splash.tsx'

const catalogues: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('virtual:texts/en'),
  es: () => import('virtual:texts/es'),
  ko: () => import('virtual:texts/ko'),
}

/** @returns the screen's title and its markup, without scripts and styles */
export const prerenderFirstScreen = async (language: Language): Promise<{ title: string; html: string }> => {
  const { default: messages } = await catalogues[language]()
  const rootRoute = createRootRoute()
  const index = createRoute({ getParentRoute: () => rootRoute, path: '/', component: SignInScreen })
  const router = createRouter({
    routeTree: rootRoute.addChildren([index]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  const html = renderToStaticMarkup(
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <NoticeProvider label="" dismissLabel="">
        <RouterProvider router={router as never} />
      </NoticeProvider>
      <SplashPicture />
    </IntlProvider>,
  )
  return { title: brand.appName, html }
}
