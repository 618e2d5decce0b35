import { expect, test } from 'vitest'
import { variantOf } from '#client/lib/app-variant.ts'
import { announcementLines } from '#server/config/announcement.ts'
import { loadConfig } from '#server/config/config.ts'

const printedLines = (environment: Record<string, string | undefined> = {}) =>
  announcementLines(loadConfig(environment)).map((line) => line.trim().split(/ {2,}/))

const key = Buffer.alloc(32, 7).toString('base64')

test('the start message names the URL of the full app and of the development app', () => {
  expect(printedLines({ PORT: '3100' }).slice(0, 2)).toEqual([
    ['full app', 'http://127.0.0.1:3100', 'start here'],
    [
      'development app',
      'http://localhost:3100',
      'the same pages without guards, a session of its own',
    ],
  ])
})

test('the message claims nothing that the page does not do at a URL', () => {
  for (const environment of [
    {},
    { APP_URL: 'http://localhost:3000' },
    { APP_URL: 'https://pay.example.com', APP_ENV: 'production', SECRET_KEY: key },
  ]) {
    const appLines = printedLines(environment).filter(([name]) => name?.endsWith(' app'))
    expect(appLines.length).toBeGreaterThan(0)
    for (const [name, url] of appLines) {
      expect(name).toBe(`${variantOf(new URL(String(url)).hostname)} app`)
    }
  }
})

test('production has one URL', () => {
  const lines = printedLines({
    APP_URL: 'https://pay.example.com',
    APP_ENV: 'production',
    SECRET_KEY: key,
  })
  expect(lines.map(([name]) => name)).toEqual(['full app', 'sign-in', 'AI'])
})
