import { step } from '../steps.mjs'

/**
 * Runs the groups of checks one after the other, and the checks of a group in parallel. Continues after a failure,
 * so that one run reports every problem. Returns the failures as `[{ name, text, advice }]`.
 */
export async function runChecks(groups) {
  const failures = []
  const attempt = ({ name, work, advice }) =>
    step(name, work).catch((error) => {
      failures.push({ name, text: textOf(error), advice })
    })
  for (const group of groups) await Promise.all(group.map(attempt))
  return failures
}

/** Returns every failed test, or the end of the output when no test failed. */
export function textOf(error) {
  const failures = error.failures ?? []
  if (failures.length === 0) return error.tail || error.message
  const noun = failures.length === 1 ? 'failure' : 'failures'
  return [`${failures.length} ${noun}:`, ...failures.map(failureText)].join('\n\n')
}

/** Formats a failed test with its file, its name and its errors. */
export function failureText({ project, file, name, errors }) {
  const title = [`✗ ${file}${project && ` (${project})`}`, ...(name ? [name] : [])].join('\n    ')
  return [title, ...errors.map((text) => indent(text, 6))].join('\n')
}

const indent = (text, width) => text.replaceAll(/^(?=.)/gm, ' '.repeat(width))

/** Formats the failures of the checks, each with advice. */
export const reportOf = (failures) =>
  failures.map(({ name, text, advice }) => `${name}\n\n${text}\n\n${advice}`).join('\n\n')
