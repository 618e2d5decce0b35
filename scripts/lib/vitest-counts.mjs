import { writeFileSync } from 'node:fs'

const STATES = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' }

/** Writes how many tests of each project passed, failed or were skipped to TEST_COUNTS_FILE. */
export default class CountsReporter {
  onTestRunEnd(testModules) {
    const counts = {}
    for (const module of testModules) {
      const project = module.project.name
      counts[project] ??= { passed: 0, failed: 0, skipped: 0 }
      for (const test of module.children.allTests()) counts[project][STATES[test.result().state]]++
      // A module that could not be loaded has no tests, but it did fail.
      if (module.errors().length > 0) counts[project].failed++
    }
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(counts))
  }
}
