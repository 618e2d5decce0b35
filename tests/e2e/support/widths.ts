import type { Locator, Page } from '@playwright/test'

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

/** Returns lines below a status that end in an ellipsis. */
export const findShortenedNotes = (section: Locator): Promise<(string | null)[]> =>
  section
    .locator('[data-status]')
    .evaluateAll((notes) =>
      notes.filter((note) => note.scrollWidth > note.clientWidth).map((note) => note.textContent),
    )

/**
 * Returns visible texts that are cut off without an ellipsis or a title, that leave their element or the window, and
 * amounts that are broken over two lines.
 */
export const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const AMOUNT = /^[-−]?[\d.,]+\s[€$£]$/
    const styleOf = (element: Element) => getComputedStyle(element)
    /** Elements that a person can scroll, and elements that only screen readers read. */
    const isExempt = (element: Element): boolean => {
      const { overflowX, clipPath, clip, opacity } = styleOf(element)
      return (
        ['auto', 'scroll'].includes(overflowX) ||
        clipPath !== 'none' ||
        clip !== 'auto' ||
        opacity === '0' ||
        element.hasAttribute('title')
      )
    }
    const isEllipsis = (element: Element): boolean => {
      const { textOverflow, overflowX, webkitLineClamp } = styleOf(element)
      return (textOverflow === 'ellipsis' && overflowX !== 'visible') || webkitLineClamp !== 'none'
    }
    /** Returns true when the text is outside of an ancestor that clips it, or of the window. */
    const isCut = (parent: Element, box: DOMRect): boolean => {
      let isInBlock = false
      for (let each: Element | null = parent; each; each = each.parentElement) {
        if (isExempt(each) || isEllipsis(each)) return false
        const { overflowX, display } = styleOf(each)
        const isInline = display === 'contents' || display === 'inline'
        const isNearestBlock: boolean = !isInBlock && !isInline
        isInBlock ||= isNearestBlock
        const frame = each.getBoundingClientRect()
        const leaves = box.right > frame.right + 1 || box.left < frame.left - 1
        if (leaves && (isNearestBlock || ['hidden', 'clip'].includes(overflowX))) return true
      }
      return box.right > window.innerWidth + 1 || box.left < -1
    }
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (text === '' || !parent?.checkVisibility({ visibilityProperty: true })) continue
      if (parent.closest('svg, select, script, style, [inert]')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      const isBroken = AMOUNT.test(text) && range.getClientRects().length > 1
      if (isBroken || isCut(parent, box)) found.push(`${parent.tagName}: ${text.slice(0, 60)}`)
    }
    return found
  })
