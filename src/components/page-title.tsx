import { Title, type TitleProps } from '@mantine/core'

/** The one h1 of a screen. Focus moves here after a navigation. */
export function PageTitle(props: Omit<TitleProps, 'order'>) {
  return <Title order={1} tabIndex={-1} {...props} />
}
