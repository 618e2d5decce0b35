import { fireEvent } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

/** Actions of a person with mouse and keyboard. */
export type UserActions = {
  click: (element: Element) => Promise<void>
  hover: (element: Element) => Promise<void>
  /** Replaces the content of a field in one step. */
  replace: (field: Element, value: string) => Promise<void>
  /** Types letter by letter into the focused element. */
  type: (text: string) => Promise<void>
  /** Presses one key, or several at once such as `Control+k`. */
  press: (keys: string) => Promise<void>
  choose: (list: Element, option: string) => Promise<void>
}

let current: UserActions | undefined

export function currentUser(): UserActions {
  if (!current) throw new Error('no page is open')
  return current
}

/** Starts the session of a new person, whose clipboard is empty. */
export function startUserSession(): void {
  // Elements have no position here, so none can cover another.
  current = userActionsOf(userEvent.setup({ delay: null, pointerEventsCheck: 0 }))
}

/** Doubles braces and brackets, because single ones would name keys. */
const escapeKeys = (text: string): string => text.replaceAll(/[{[]/g, '$&$&')

/** Waits for the page's work after a render, such as adding key listeners: a person acts later than that. */
async function waitForRender(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

/** Returns the values and the texts of the options: a test may name either. */
const choicesOf = (list: Element): string[] =>
  [...list.querySelectorAll('option')].flatMap(({ value, text }) => [value, text])

const userActionsOf = (user: UserEvent): UserActions => ({
  click: async (element) => {
    await waitForRender()
    await user.click(element)
  },
  hover: (element) => user.hover(element),
  replace: async (field, value) => {
    await waitForRender()
    fireEvent.input(field, { target: { value } })
  },
  type: async (text) => {
    await waitForRender()
    await user.keyboard(escapeKeys(text))
  },
  press: async (keys) => {
    await waitForRender()
    const names = keys.split('+')
    const keysDown = names.map((name) => `{${name}>}`)
    const keysUp = names.toReversed().map((name) => `{/${name}}`)
    await user.keyboard([...keysDown, ...keysUp].join(''))
  },
  choose: async (list, option) => {
    await waitForRender()
    // The option may come with settings that are still loading. A person would wait for it.
    await vi.waitFor(() => expect(choicesOf(list)).toContain(option), { timeout: 60_000 })
    await user.selectOptions(list, option)
  },
})
