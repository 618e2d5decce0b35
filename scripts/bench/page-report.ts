import { cpus, totalmem } from 'node:os'
import type { Network, PageFigures, PayFigures } from './page.ts'
import { commit, formatWhole } from './report.ts'
import type { Interaction, Opening } from './screens.ts'

export type PagesFigures = {
  signIn: Record<Network, PageFigures>
  pay: Record<Network, PayFigures>
  screens: Record<Network, Opening[]> & { interactions: Interaction[] }
}

const networks: Network[] = ['loopback', 'slow']
const DASHBOARD_LCP = { loopback: 1800, slow: 3000 }
const SCRIPTS = 15
const INTERACTION_MS = 200
const PAY_TITLE = '## Paying by a link'

const signInRow = (network: Network, { lcpMs, shift, scriptKb, usableMs }: PageFigures) =>
  `| ${network} | ${formatWhole(scriptKb)} | ${formatWhole(lcpMs)} | ${shift.toFixed(3)} | ${formatWhole(usableMs)} | ${network === 'loopback' ? '175 kB, LCP 1,500 ms' : ''} |`

const payRow = (network: Network, { kb, lcpMs }: PayFigures) =>
  `| ${network} | ${kb.toFixed(1)} | ${formatWhole(lcpMs)} | ${network === 'slow' ? '30 kB, LCP 1,000 ms' : ''} |`

/** Returns the section about the payer's page, which `--only pay` measures alone in half a minute. */
export const paySection = (pay: PagesFigures['pay']) => `${PAY_TITLE}

The page of a payment link, with all that it loads: the merchant's name, what is asked, and the form.

| network | kB as sent | LCP ms | wanted |
|---|---:|---:|---|
${networks.map((network) => payRow(network, pay[network])).join('\n')}

${new Date().toISOString().slice(0, 10)}, commit ${commit()}
`

/** Returns the published page with this section replaced. Throws when the page lacks the section that follows it. */
export function withPaySection(published: string, pay: PagesFigures['pay']): string {
  const begin = published.indexOf(PAY_TITLE)
  const end = published.indexOf('## The screens of a merchant')
  if (end < 0) throw new Error('the published page has no screens of a merchant')
  return `${published.slice(0, begin < 0 ? end : begin)}${paySection(pay)}\n${published.slice(end)}`
}

function openingRow(network: Network, { path, scripts, figureMs, lcpMs }: Opening): string {
  const wanted = [
    `${SCRIPTS} files`,
    ...(path === '/dashboard' ? [`LCP ${formatWhole(DASHBOARD_LCP[network])} ms`] : []),
  ].join(', ')
  return `| \`${path}\` | ${network} | ${scripts} | ${formatWhole(figureMs)} | ${formatWhole(lcpMs)} | ${wanted} |`
}

const interactionRow = ({ name, worstMs }: Interaction) =>
  `| ${name} | ${formatWhole(worstMs)} | ${INTERACTION_MS} |`

/** Returns docs/performance-page.md: the time that a browser needs to show the pages and to respond to input. */
export function pageReport({ signIn, pay, screens }: PagesFigures): string {
  const [cpu] = cpus()
  return `# Performance of the page

Measured by \`npm run bench -- --only pages\` on the built server, in Chromium with a processor 4 times
slower; "slow" is 1.6 Mbit/s with 150 ms besides. Medians of 5 visits, each in a browser that has
never seen the page.

## Signing in

| network | JavaScript, kB as sent | LCP ms | layout shift | usable after ms | wanted |
|---|---:|---:|---:|---:|---|
${networks.map((network) => signInRow(network, signIn[network])).join('\n')}

${paySection(pay)}
## The screens of a merchant

The demo with its ninety days. "Files" are the JavaScript files asked for before the first amount of
money is in sight.

| screen | network | files | first figure after ms | LCP ms | wanted |
|---|---|---:|---:|---:|---|
${networks.flatMap((network) => screens[network].map((each) => openingRow(network, each))).join('\n')}

## Keys and clicks

The slowest response to one of them, as the browser's own event timing counts it: medians of 5 runs.

| what | slowest ms | wanted |
|---|---:|---:|
${screens.interactions.map(interactionRow).join('\n')}

## On what

- Machine: ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, the server on the same
- ${new Date().toISOString().slice(0, 10)}, commit ${commit()}
`
}
