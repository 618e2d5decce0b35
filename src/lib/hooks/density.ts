import { useLocalStorage } from '@mantine/hooks'

/** The height of a list's rows. */
export type Density = 'comfortable' | 'compact'

/** Stores the density in this browser, because it depends on the screen. */
export function useDensity() {
  const [stored, setDensity] = useLocalStorage<Density>({
    key: 'incasso-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  })
  const density: Density = stored === 'compact' ? 'compact' : 'comfortable'
  return [density, setDensity] as const
}
