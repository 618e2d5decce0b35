import { profile } from '#client/texts/en/profile.ts'

const texts = profile.sessions

/** The first match wins, because many browsers also claim to be later ones in the list. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstIn = (patterns: readonly [RegExp, string][], userAgent: string) =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1]

/** A device by its readable name. */
export type Device = { words: string; isHandheld: boolean }

/** Returns a readable device name for a user agent; programs keep their own name. */
export function deviceOf(userAgent: string | null): Device {
  const isHandheld = /\b(?:iPhone|iPad|Android)\b/.test(userAgent ?? '')
  const system = firstIn(systems, userAgent ?? '')
  const browser = firstIn(browsers, userAgent ?? '') ?? programIn(userAgent ?? '')
  if (browser && system) return { words: texts.onSystem(browser, system), isHandheld }
  return { words: browser ?? system ?? texts.unknownDevice, isHandheld }
}

const programIn = (userAgent: string): string | undefined => {
  const name = /^([\w.-]{1,40})(?:\/|$)/.exec(userAgent)?.[1]
  return name === 'Mozilla' ? undefined : name
}
