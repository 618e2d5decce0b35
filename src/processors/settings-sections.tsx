import type { ComponentType } from 'react'

const found = import.meta.glob<ComponentType>('./*/settings.tsx', {
  eager: true,
  import: 'SettingsSection',
})

/** The settings section of each processor, in the order of their names. */
export const SettingsSections = () =>
  Object.entries(found).map(([path, Section]) => <Section key={path} />)
