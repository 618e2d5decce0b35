import { notifications } from '@mantine/notifications'
import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyDialog } from '#client/components/dialogs/lazy-dialog.tsx'

const Opened = () => createElement('p', null, 'Opened')

/** Returns an element of the page, and a function that renders into it. */
function mount() {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
    notifications.clean()
  })
  return { element, render: (node: ReactNode) => root.render(node) }
}

test('a dialog shows that it loads, and is not loaded again the next time', async () => {
  let arrive = (_: typeof Opened) => {}
  const load = vi.fn<() => Promise<typeof Opened>>(
    () =>
      new Promise<typeof Opened>((resolve) => {
        arrive = resolve
      }),
  )
  const Dialog = lazyDialog(load, () => {})
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

test('a dialog whose code cannot be loaded closes with a message, and loads when it opens again', async () => {
  const load = vi.fn<() => Promise<typeof Opened>>().mockRejectedValueOnce(new Error('offline'))
  const onClose = vi.fn<() => void>()
  const Dialog = lazyDialog<{ onClose: () => void }>(load, (props) => props.onClose())
  const show = vi.spyOn(notifications, 'show')
  const { element, render } = mount()

  render(createElement(Dialog, { key: 'first', onClose }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(show).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'This could not be loaded', role: 'alert' }),
  )
  await expect.poll(() => element.innerHTML).toBe('')

  load.mockResolvedValueOnce(Opened)
  render(createElement(Dialog, { key: 'second', onClose }))
  await expect.poll(() => element.innerHTML).toBe('<p>Opened</p>')
})
