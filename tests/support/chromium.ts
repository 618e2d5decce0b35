import { existsSync } from 'node:fs'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/**
 * The last --disable-features counts, so what Playwright turns off and matters here stands in it
 * again. The popup of the address bar is a page of its own that Chromium builds for every window:
 * it costs more than a second of processor time for each test.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How Chromium is started: the system's when there is one, else Playwright's own. */
export const chromiumOptions = {
  executablePath:
    process.env.CHROMIUM_PATH ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined),
  args: [
    // Chromium's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
  ],
}
