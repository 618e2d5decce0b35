import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import buttons from '#client/components/icon-button.module.css'
import classes from '#client/components/list/list-table.module.css'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { canBeMailed, hasNoMethod } from '#client/features/payment-links/link-words.ts'
import { canShare, shareLink } from '#client/features/payment-links/share-link.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import type { LinkCommands } from '#client/routes/_app/-links/use-link-commands.tsx'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import own from './links.module.css'

const texts = paymentLinks.actions

type Props = { link: PaymentLink; commands: LinkCommands }

export function LinkActions(props: Props) {
  const { title, url } = props.link
  return (
    <div className={classes.actions}>
      <LinkMenu {...props} />
      <CopyIcon value={url} label={texts.copyOf(title)} />
    </div>
  )
}

/** A plain button until its first use: a hundred menus would make the page unresponsive. */
function LinkMenu(props: Props) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isUsed, setIsUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const use = () => {
    flushSync(() => setIsUsed(true))
    // Mounting the menu replaced the button.
    opener.current?.focus()
    setOpened(true)
  }
  const button = {
    ref: opener,
    type: 'button',
    className: buttons.button,
    'aria-label': texts.more(props.link.title),
    'aria-haspopup': 'menu',
    children: <IconDots size={16} aria-hidden />,
  } as const
  if (!isUsed) return <button {...button} aria-expanded={false} onClick={use} />
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <button {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems {...props} opener={opener} />
      </Menu.Dropdown>
    </Menu>
  )
}

type MenuItemsProps = Props & { opener: RefObject<HTMLButtonElement | null> }

function MenuItems({ link, commands, opener }: MenuItemsProps) {
  // Moves the focus first, because the menu item disappears and the dialog returns the focus to the element
  // that has it now.
  const after = (act: (link: PaymentLink) => unknown) => () => {
    opener.current?.focus()
    act(link)
  }
  return (
    <>
      {canShare() && <Menu.Item onClick={after(shareLink)}>{texts.share}</Menu.Item>}
      <Menu.Item onClick={after(commands.showQr)}>{texts.qr}</Menu.Item>
      <EditorsOnly>
        {canBeMailed(link) && (
          <Menu.Item onClick={after(commands.send)}>{linkMails.send.open}</Menu.Item>
        )}
        <Menu.Item onClick={after(commands.edit)}>{texts.edit}</Menu.Item>
        <Menu.Item onClick={after(commands.duplicate)}>{texts.duplicate}</Menu.Item>
        {(link.status === 'active' || link.status === 'paused') && !hasNoMethod(link) && (
          <Menu.Item onClick={after(commands.pauseOrResume)}>
            {link.status === 'paused' ? texts.resume : texts.pause}
          </Menu.Item>
        )}
        {link.closedAt === null && (
          <Menu.Item className={own.danger} onClick={after(commands.close)}>
            {linkMails.close.open}
          </Menu.Item>
        )}
      </EditorsOnly>
    </>
  )
}
