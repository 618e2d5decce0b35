import type { Locator } from '@playwright/test'

/** Widths at which a list must show everything. */
export const widths = [320, 390, 768, 992, 1024, 1100, 1280, 1440, 1920]

/** Returns elements that leave the section, or are cut off without an ellipsis. */
export const findCutOff = (section: Locator): Promise<string[]> =>
  section.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    const describe = (each: Element) => `${each.tagName} ${each.className}: ${each.textContent}`
    return [...element.querySelectorAll('td, th, td *, th *, li, li *, a, button')]
      .filter((each) => each instanceof HTMLElement && each.checkVisibility())
      .filter((each) => {
        const { textOverflow, overflowX, clipPath } = getComputedStyle(each)
        if (clipPath !== 'none' || each.closest('[title]') !== null) return false
        // Tabs that do not fit into one line can be swiped.
        if (each.closest('nav, [role="group"]') !== null) return false
        const box = each.getBoundingClientRect()
        const isOutside = box.left < left - 1 || box.right > right + 1
        const isCut = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0
        return isOutside || (isCut && textOverflow !== 'ellipsis' && overflowX !== 'visible')
      })
      .map(describe)
  })

/** Returns cells with content that is too wide: a table of fixed columns draws it on top of the next cell. */
export const findOverflowing = (section: Locator): Promise<string[]> =>
  section.evaluate((element) =>
    [...element.querySelectorAll('td, th')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map((cell) => `${cell.textContent}: ${cell.scrollWidth} in ${cell.clientWidth}`),
  )
