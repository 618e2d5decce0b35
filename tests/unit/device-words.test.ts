import { expect, test } from 'vitest'
import { deviceOf } from '#client/routes/_app/-profile/device-words.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/144.0.0.0 Safari/537.36`,
    'Chrome on Windows',
    false,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/144.0.0.0 Safari/537.36 Edg/144.0.0.0`,
    'Edge on Windows',
    false,
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/144.0.0.0 Safari/537.36`,
    'Chrome on Linux',
    false,
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/144.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
    false,
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
    'Firefox on Linux',
    false,
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1.15`,
    'Safari on macOS',
    false,
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${blink} Chrome/144.0.0.0 Safari/537.36 OPR/129.0.0.0`,
    'Opera on macOS',
    false,
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} CriOS/144.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${webkit} FxiOS/146.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox on iPad',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${blink} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; K) ${blink} Chrome/144.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
    true,
  ],
  ['curl/8.17.0', 'curl', false],
  ['node', 'node', false],
  ['Mozilla/5.0 (compatible)', 'Unknown device', false],
  ['', 'Unknown device', false],
  [null, 'Unknown device', false],
])('%j reads %j', (userAgent, words, isHandheld) => {
  expect(deviceOf(userAgent)).toEqual({ words, isHandheld })
})
