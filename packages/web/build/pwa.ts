/**
 * The installed application. The worker keeps the shell and the hashed assets, never an answer of the server: screens
 * are asked for over the network first, and the shell stands in when there is none.
 */
import { brand } from '@puente/contract'
import { VitePWA } from 'vite-plugin-pwa'

const SURFACE = '#f7f3ea'
const BRAND = '#0b5d4e'

/** Answers of the server, callbacks and provider returns are none of the worker's business. */
const isScreen = ({ request, url }: { request: Request; url: URL }) =>
  request.mode === 'navigate' &&
  !/^\/(?:api|hooks|files|csp)(?:\/|$)/.test(url.pathname) &&
  !/^\/deposit-now\/(?:success|cancel)\/?$/.test(url.pathname)

const icon = (sizes: string, purpose: 'any' | 'maskable') => ({
  src: purpose === 'maskable' ? `/icon-maskable-${sizes.split('x')[0]}.png` : `/icon-${sizes.split('x')[0]}.png`,
  sizes,
  type: 'image/png',
  purpose,
})

export const pwa = () =>
  VitePWA({
    injectRegister: null,
    registerType: 'prompt',
    filename: 'sw.js',
    manifest: {
      id: '/',
      name: brand.appName,
      short_name: brand.appName,
      description: 'Hold, send and receive US dollars.',
      start_url: '/home',
      scope: '/',
      display: 'standalone',
      orientation: 'any',
      background_color: SURFACE,
      theme_color: BRAND,
      icons: [icon('192x192', 'any'), icon('512x512', 'any'), icon('512x512', 'maskable')],
      shortcuts: [{ name: 'Send', url: `/payments/send/${brand.slug}`, icons: [icon('192x192', 'any')] }],
    },
    workbox: {
      // Under Trusted Types a worker that loads its runtime by importScripts is refused, silently.
      inlineWorkboxRuntime: true,
      globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', 'icon.svg', 'icon-192.png'],
      // No address is answered from the cache while there is a network.
      navigateFallback: null,
      directoryIndex: null,
      cleanupOutdatedCaches: true,
      runtimeCaching: [
        { urlPattern: isScreen, handler: 'NetworkOnly', options: { precacheFallback: { fallbackURL: 'index.html' } } },
      ],
    },
  })
