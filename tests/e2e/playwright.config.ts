import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '../support/chromium.ts'

// Screenshots are taken on request only: npm run screenshots.
const screenshots = process.env.SCREENSHOTS_FOLDER
  ? [{ name: 'screenshots', testMatch: 'screenshots.ts' }]
  : []

const MEASURED_SPEC = 'speed.spec.ts'

/** The tests of `npm test`: the first steps of a merchant, a payer and an integrator, and what only a browser shows. */
const JOURNEYS = [
  'urls',
  'database-gone',
  'demo',
  'disputes',
  'export',
  'first-payment',
  'integration-keys',
  'keyboard',
  'live',
  'live-pending',
  'pay',
  'paypal',
  'receipt',
  'refunds',
  'restart',
  'sandbox-page',
  'session',
  'sign-in',
  'stripe-connect',
  'stripe-payment',
  'two-books',
].map((name) => `${name}.spec.ts`)

/** Tag of a journey that another one repeats in another language or width. `npm run test:all` runs these too. */
const VARIANT = /@variant/

/** Playwright compares a glob with the end of a path, but these are whole file names. */
const journeyFiles = new RegExp(`/(?:${JOURNEYS.join('|').replaceAll('.', '\\.')})$`)

export default defineConfig({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // On two processors, two workers are a quarter faster than four. With four, tests reached their time limit.
  workers: 2,
  retries: 0,
  // Limits that tests do not reach even on a machine four times slower.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 40_000,
    // Recording takes about a third of the time. TRACE=1 keeps the trace of failed tests.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: chromiumOptions,
  },
  projects: [
    { name: 'journeys', testMatch: journeyFiles, grepInvert: VARIANT },
    { name: 'variants', testMatch: journeyFiles, grep: VARIANT },
    { name: 'screens', testMatch: '*.spec.ts', testIgnore: [MEASURED_SPEC, journeyFiles] },
    // Measured tests need the machine for themselves: run them with --workers=1.
    { name: 'measured', testMatch: MEASURED_SPEC },
    ...screenshots,
  ],
})
