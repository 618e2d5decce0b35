import { Title, type TitleProps } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The one h1 of a screen. A new page is announced by it: the focus moves here after a navigation. */
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

/** The first load is left to the browser, where the focus begins at the top of the page. */
function announce(title: HTMLElement, pathname: string) {
  const isFirst = announcedPath === undefined
  const isNewPage = announcedPath !== pathname
  // Another frame around the same page has another title, and the focus went with the one before.
  const isReplaced = focused?.isConnected === false && document.activeElement === document.body
  announcedPath = pathname
  if (isFirst || !(isNewPage || isReplaced)) return
  title.focus({ preventScroll: true })
  focused = title
}
