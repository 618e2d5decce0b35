import type { ComponentType } from 'react'
import { byMethodOf } from './identities.ts'

const found = import.meta.glob<ComponentType>('./*/settings.tsx', {
  eager: true,
  import: 'SettingsSection',
})

const nameOf = (path: string): string => path.split('/')[1] ?? ''

const sections = Object.entries(found).toSorted(([one], [other]) =>
  byMethodOf(nameOf(one), nameOf(other)),
)

/** The settings section of each processor, in the order of their methods. */
export const SettingsSections = () => sections.map(([path, Section]) => <Section key={path} />)
