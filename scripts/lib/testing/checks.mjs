import { step } from '../steps.mjs'

/**
 * Runs the groups of checks one after the other, those of one group at once, and goes on whatever
 * fails: one run names everything that is wrong. Answers `[{ name, text, advice }]`.
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

/** Every failed test, and the end of what was printed when no test says why. */
export function textOf(error) {
  const failures = error.failures ?? []
  if (failures.length === 0) return error.tail || error.message
  const noun = failures.length === 1 ? 'failure' : 'failures'
  return [`${failures.length} ${noun}:`, ...failures.map(failureText)].join('\n\n')
}

/** A failed test: where it is, its name, and what it said. */
export function failureText({ project, file, name, errors }) {
  const title = [`✗ ${file}${project && ` (${project})`}`, ...(name ? [name] : [])].join('\n    ')
  return [title, ...errors.map((text) => indented(text, 6))].join('\n')
}

const indented = (text, width) => text.replaceAll(/^(?=.)/gm, ' '.repeat(width))

/** What is wrong, check by check, and what to do about each. */
export const reportOf = (failures) =>
  failures.map(({ name, text, advice }) => `${name}\n\n${text}\n\n${advice}`).join('\n\n')
