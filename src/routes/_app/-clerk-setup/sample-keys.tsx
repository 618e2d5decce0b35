import { ActionIcon, Group, Text } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyButton } from '../../../features/guides/copy-button.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { clerkSetup } from '../../../texts/clerk-setup.ts'
import { guides } from '../../../texts/guides.ts'
import classes from './clerk-setup.module.css'

const HIDDEN = '•'.repeat(16)

export function SampleKeys() {
  return (
    <GuideSection title={clerkSetup.keys.title} text={clerkSetup.keys.text}>
      <ul className={classes.keys}>
        {clerkSetup.keys.samples.map((sample) => (
          <SampleKey key={sample.name} {...sample} />
        ))}
      </ul>
    </GuideSection>
  )
}

function SampleKey({ name, value }: { name: string; value: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <li className={classes.key}>
      <div className={classes.keyWords}>
        <Text size="sm" fw={550} className={classes.keyName}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" className={classes.keyValue}>
          {isShown ? value : HIDDEN}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={isShown ? guides.hide(name) : guides.show(name)}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
        </ActionIcon>
        <CopyButton value={value} what={name} />
      </Group>
    </li>
  )
}
