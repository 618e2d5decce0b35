import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const isRoot = process.getuid?.() === 0

// Without one of these Playwright looks for a browser that it downloaded itself.
const executablePath =
  process.env.CHROMIUM_PATH ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined)

// Pictures are taken on request only: npm run screenshots.
const screenshots = process.env.SCREENSHOTS_FOLDER
  ? [{ name: 'screenshots', testMatch: 'screenshots.ts' }]
  : []

export default defineConfig({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
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
    launchOptions: {
      executablePath,
      args: [
        // Chromium's sandbox refuses to run as root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [{ name: 'journeys', testMatch: '*.spec.ts' }, ...screenshots],
})
