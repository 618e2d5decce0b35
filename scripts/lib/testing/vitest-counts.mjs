import { writeFileSync } from 'node:fs'

const STATES = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' }

/**
 * Writes to TEST_COUNTS_FILE how many tests of each project passed, failed or were skipped, and each
 * failure with its file and what it said, and the milliseconds of each file:
 * `{ counts: { unit: {…} }, failures: [{ project, file, … }], seconds: [{ project, file, ms }] }`.
 */
export default class CountsReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    const counts = {}
    const seconds = []
    for (const module of testModules) {
      const project = module.project.name
      counts[project] ??= { passed: 0, failed: 0, skipped: 0 }
      for (const test of module.children.allTests()) counts[project][STATES[test.result().state]]++
      const { duration, collectDuration } = module.diagnostic()
      seconds.push({ project, file: module.relativeModuleId, ms: duration + collectDuration })
      // A module that could not be loaded has no tests, but it did fail.
      if (module.errors().length > 0) counts[project].failed++
    }
    const failures = [
      ...testModules.flatMap((module) => failuresOf(module)),
      ...unhandledErrors.map((error) => ({
        project: '',
        file: 'outside of any test',
        name: '',
        errors: [textOf(error)],
      })),
    ]
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify({ counts, seconds, failures }))
  }
}

/** What failed in a file: the file itself, a group's hooks, and each test. */
function failuresOf(module) {
  const groups = [...module.children.allSuites()].map((suite) => [suite, suite.errors()])
  const tests = [...module.children.allTests('failed')].map((test) => [test, test.result().errors])
  return [[module, module.errors()], ...groups, ...tests]
    .filter(([, errors]) => errors.length > 0)
    .map(([{ fullName }, errors]) => ({
      project: module.project.name,
      file: module.relativeModuleId,
      name: fullName === module.fullName ? '' : fullName,
      errors: errors.map(textOf),
    }))
}

function textOf({ name, message, diff, stacks = [], error, suppressed }) {
  const at = stacks.map(({ file, line }) => `at ${file}:${line}`)
  // What failed while something was put away hides what failed before it.
  const within = [error, suppressed].filter((each) => each?.message !== undefined).map(textOf)
  const own = [`${name ?? 'Error'}: ${message}`, ...(diff ? [diff] : []), ...at.slice(0, 3)]
  return [...own, ...within].join('\n')
}
