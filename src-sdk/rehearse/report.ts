import { tableOf } from '../cli/output.ts'
import type { Outcome, Scenario, Verdict } from './scenario.ts'

export type Result = Omit<Scenario, 'run'> & Outcome & { durationMs: number }

export const countOf = (results: readonly Result[], verdict: Verdict): number =>
  results.filter((each) => each.verdict === verdict).length

const words: Record<Verdict, string> = { pass: 'pass', fail: 'FAIL', cannot_tell: 'cannot tell' }

/** Returns the results for a person: a line for each scenario, and more for scenarios that did not pass. */
export function textReport(results: readonly Result[]): string {
  const rows = results.map(({ verdict, name, title }) => [words[verdict], name, title])
  const details = results
    .filter(({ verdict }) => verdict !== 'pass')
    .map(
      ({ name, verdict, expected, reason, page }) =>
        `${words[verdict]}: ${name}\n  expected: ${expected}\n  found:    ${reason}\n  read:     docs/${page}`,
    )
  const sum = `${countOf(results, 'pass')} passed, ${countOf(results, 'fail')} failed, ${countOf(results, 'cannot_tell')} cannot be decided`
  return [tableOf(rows), ...details, sum].join('\n\n')
}

export const jsonReport = (results: readonly Result[]): string =>
  JSON.stringify({
    passed: countOf(results, 'pass'),
    failed: countOf(results, 'fail'),
    cannotTell: countOf(results, 'cannot_tell'),
    stories: results,
  })

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** Returns the results in the XML of JUnit, which build servers show. */
export function junitReport(results: readonly Result[]): string {
  const cases = results.map(({ name, title, verdict, reason, expected, durationMs }) => {
    const head = `<testcase classname="incasso.rehearse" name="${escapeXml(`${name}: ${title}`)}" time="${(durationMs / 1000).toFixed(3)}"`
    const message = `message="${escapeXml(`${reason} Expected: ${expected}.`)}"`
    if (verdict === 'pass') return `  ${head}/>`
    const tag = verdict === 'fail' ? 'failure' : 'skipped'
    return `  ${head}><${tag} ${message}/></testcase>`
  })
  const counts = `tests="${results.length}" failures="${countOf(results, 'fail')}" skipped="${countOf(results, 'cannot_tell')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="incasso rehearse" ${counts}>`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n')
}
