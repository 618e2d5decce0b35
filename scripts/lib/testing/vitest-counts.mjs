import { writeFileSync } from 'node:fs'

const STATES = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' }

/**
 * Writes the results of a run to TEST_COUNTS_FILE. They contain the counts of tests by project, each failure with
 * its file and errors, and the milliseconds of each file.
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
      // A module that fails to load has no tests but counts as a failure.
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

/** Returns the failures of a file: of the file itself, of the hooks of its groups, and of each test. */
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
  // An error during disposal (`error`) hides the earlier error (`suppressed`): include both.
  const within = [error, suppressed].filter((each) => each?.message !== undefined).map(textOf)
  const own = [`${name ?? 'Error'}: ${message}`, ...(diff ? [diff] : []), ...at.slice(0, 3)]
  return [...own, ...within].join('\n')
}
