import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyDialog } from '#client/components/dialogs/lazy-dialog.tsx'

const Opened = () => createElement('p', null, 'Opened')

/** Returns an element of the page, a function that renders into it, and the errors that rendering threw. */
function mount() {
  const element = document.createElement('div')
  document.body.append(element)
  const errors: unknown[] = []
  const root = createRoot(element, { onUncaughtError: (error) => errors.push(error) })
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  return { element, errors, render: (node: ReactNode) => root.render(node) }
}

test('a dialog shows that it loads, and is not loaded again the next time', async () => {
  let arrive = (_: typeof Opened) => {}
  const load = vi.fn<() => Promise<typeof Opened>>(
    () =>
      new Promise<typeof Opened>((resolve) => {
        arrive = resolve
      }),
  )
  const Dialog = lazyDialog(load)
  const { element, render } = mount()

  render(createElement(Dialog, { key: 'first' }))
  await expect.poll(() => load.mock.calls.length).toBe(1)
  expect(element.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Loading')

  arrive(Opened)
  await expect.poll(() => element.innerHTML).toBe('<p>Opened</p>')

  render(null)
  await expect.poll(() => element.innerHTML).toBe('')
  render(createElement(Dialog, { key: 'second' }))
  await expect.poll(() => element.innerHTML).toBe('<p>Opened</p>')
  expect(load).toHaveBeenCalledOnce()
})

test('a dialog whose code cannot be loaded throws the error, for which the page offers a reload', async () => {
  const error = new Error('Failed to fetch dynamically imported module')
  const Dialog = lazyDialog(() => Promise.reject(error))
  const { element, errors, render } = mount()

  render(createElement(Dialog))

  await expect.poll(() => errors).toEqual([error])
  expect(element.innerHTML).toBe('')
})
