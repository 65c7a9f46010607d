/** The installed application: its manifest, and its worker (`src/worker/sw.ts`) with the list of what that keeps. */
import { brand } from '@puente/contract'
import { VitePWA } from 'vite-plugin-pwa'

const SURFACE = '#f7f3ea'
const BRAND = '#0b5d4e'

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
    filename: 'sw.ts',
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
    strategies: 'injectManifest',
    srcDir: 'src/worker',
    injectManifest: {
      // One file: under Trusted Types a worker that loads parts of itself is refused, silently.
      globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', 'icon.svg', 'icon-192.png'],
    },
  })
