import { defineConfig } from '@playwright/test'

/** Chromium as root and without a network, quiet about both. */
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** The pictures of every screen; `npm run screens` starts the product and then this. */
export default defineConfig({
  testDir: 'src/pictures',
  testMatch: 'pictures.ts',
  fullyParallel: true,
  workers: Number(process.env.SCREENS_WORKERS ?? 2),
  retries: 0,
  timeout: 60_000,
  reporter: [['line']],
  outputDir: '../../test-results/screens',
  globalTeardown: './src/pictures/contact-sheet.ts',
  use: {
    baseURL: process.env.PUENTE_URL,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args },
    viewport: { width: 360, height: 780 },
    timezoneId: 'America/New_York',
    // The worker would answer in the place of the stated answers.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    actionTimeout: 10_000,
  },
})
