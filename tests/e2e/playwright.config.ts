import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '../support/chromium.ts'

// Pictures are taken on request only: npm run screenshots.
const screenshots = process.env.SCREENSHOTS_FOLDER
  ? [{ name: 'screenshots', testMatch: 'screenshots.ts' }]
  : []

const MEASURED = 'speed.spec.ts'

export default defineConfig({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // On two processors a quarter quicker than four, whose pages ran into the time of their tests.
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
    // Recording costs about a third of the time; TRACE=1 keeps what led to a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: chromiumOptions,
  },
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: MEASURED },
    // What is measured has the machine to itself: with --workers=1.
    { name: 'measured', testMatch: MEASURED },
    ...screenshots,
  ],
})
