import { defineConfig } from '@playwright/test'

/** Ports of their own, far from a developer's running product. */
const base = Number(process.env.E2E_PORT ?? 4300)

/** All journeys (`npm run journeys`), or those that stand for them in `npm test`: without the tests and widths marked long. */
const all = Boolean(process.env.ALL_JOURNEYS)

/** Chromium as root and without a network, quiet about both. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  // Every test makes its own people, so that any two may run side by side; more browsers than cores would only wait.
  fullyParallel: true,
  workers: 2,
  // On a shared machine a stall of seconds happens; what fails twice more is broken. Here, every failure is shown at once.
  retries: process.env.CI ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../../test-results/journeys.json' }],
  ],
  outputDir: '../../test-results/journeys',
  use: {
    baseURL: `http://localhost:${base}`,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args },
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // Recording every test takes time from all; a failure leaves a picture and what the page held.
    trace: 'on-first-retry',
    // Fetching the whole application ahead in every new browser is what the tests of the installed one are for.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: all ? [] : /@long/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // What is laid out or moved differently on a wide screen; the rest is the same code.
    { name: 'desktop', grep: all ? /@desktop/ : /@desktop(?!-long)/, use: { viewport: { width: 1280, height: 900 } } },
  ],
  webServer: {
    command: 'node ../../scripts/serve-for-tests.ts',
    url: `http://localhost:${base}/health`,
    env: { PUENTE_PORT: String(base) },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
    stderr: 'pipe',
  },
})
