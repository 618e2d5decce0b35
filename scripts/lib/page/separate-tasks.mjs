// Lets large scripts run one after another in tasks of their own. A page's scripts would else run in one task, during
// which the browser neither paints nor answers: half a second on a phone.

const NEXT_TASK = 'await new Promise((resolve) => setTimeout(resolve));\n'

/**
 * Makes the chunks of these names wait for the next task before they run. Scripts that import them wait for them.
 * @param {readonly string[]} names
 * @returns {import('vite').Plugin}
 */
export const separateTasks = (names) => ({
  name: 'separate-tasks',
  apply: 'build',
  renderChunk: (code, { name }) =>
    names.includes(name) ? { code: NEXT_TASK + code, map: null } : null,
})
