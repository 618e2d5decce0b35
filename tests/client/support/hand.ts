import { fireEvent } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

/** Actions of a person with mouse and keyboard. */
export type Hand = {
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

let present: Hand | undefined

export function hand(): Hand {
  if (!present) throw new Error('no page is open')
  return present
}

/** Starts the session of a new person, whose clipboard is empty. */
export function takeHand(): void {
  // Elements have no position here, so none can cover another.
  present = handOf(userEvent.setup({ delay: null, pointerEventsCheck: 0 }))
}

/** Doubles braces and brackets, because single ones would name keys. */
const literally = (text: string): string => text.replaceAll(/[{[]/g, '$&$&')

/** Waits for the page's work after a render, such as adding key listeners: a person acts later than that. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

/** Returns the values and the texts of the options: a test may name either. */
const choicesOf = (list: Element): string[] =>
  [...list.querySelectorAll('option')].flatMap(({ value, text }) => [value, text])

const handOf = (user: UserEvent): Hand => ({
  click: async (element) => {
    await drawn()
    await user.click(element)
  },
  hover: (element) => user.hover(element),
  replace: async (field, value) => {
    await drawn()
    fireEvent.input(field, { target: { value } })
  },
  type: async (text) => {
    await drawn()
    await user.keyboard(literally(text))
  },
  press: async (keys) => {
    await drawn()
    const names = keys.split('+')
    const down = names.map((name) => `{${name}>}`)
    const up = names.toReversed().map((name) => `{/${name}}`)
    await user.keyboard([...down, ...up].join(''))
  },
  choose: async (list, option) => {
    await drawn()
    // The option may come with settings that are still loading. A person would wait for it.
    await vi.waitFor(() => expect(choicesOf(list)).toContain(option), { timeout: 60_000 })
    await user.selectOptions(list, option)
  },
})
