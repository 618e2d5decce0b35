import { Title, type TitleProps } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * The only h1 of a screen. It receives the focus after a navigation, so that screen readers announce the new
 * page.
 */
export function PageTitle(props: Omit<TitleProps, 'order'>) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (element.current) announce(element.current, pathname)
  }, [pathname])
  return <Title ref={element} order={1} tabIndex={-1} {...props} />
}

let announcedPath: string | undefined
let focused: HTMLElement | undefined

/** Focuses the title, except on the first load: there the browser's focus starts at the top of the page. */
function announce(title: HTMLElement, pathname: string) {
  const isFirst = announcedPath === undefined
  const isNewPage = announcedPath !== pathname
  // A new frame around the same page has its own title, and the focus was lost with the old title.
  const isReplaced = focused?.isConnected === false && document.activeElement === document.body
  announcedPath = pathname
  if (isFirst || !(isNewPage || isReplaced)) return
  title.focus({ preventScroll: true })
  focused = title
}
