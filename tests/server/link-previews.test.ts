import { expect, test } from 'vitest'
import { createLink, readLink } from '../support/pay-page.ts'
import { testApp } from '../support/test-app.ts'

const telephone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

const previews: Record<string, string>[] = [
  { 'user-agent': 'WhatsApp/2.23.20.0' },
  { 'user-agent': 'TelegramBot (like TwitterBot)' },
  { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
  { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { 'user-agent': telephone, 'sec-purpose': 'prefetch;prerender' },
  { 'user-agent': telephone, purpose: 'prefetch' },
]

test('a link fetched by a chat preview or a scanner is not counted as opened', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice)
  const open = (headers: Record<string, string>) =>
    app.rest({ method: 'GET', url: link.path, headers })

  for (const headers of previews) expect((await open(headers)).status).toBe(200)
  await open({ 'user-agent': telephone })

  await expect
    .poll(async () => (await readLink(alice, link)).openedCount, { timeout: 60_000 })
    .toBe(1)
})
