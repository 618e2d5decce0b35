// Runs before everything else. Inline it would break the content security policy.

// zod tests for `eval` when the first schema is created. The content security policy blocks it, and browsers
// would report a violation. `z.config` stores its settings here, but would run after that.
globalThis.__zod_globalConfig = { jitless: true }

// Before the first paint, so that a dark page never flashes white.
;(() => {
  let chosen
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage can be forbidden; the system's scheme is used then.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
