import { useLocalStorage } from '@mantine/hooks'

/** How much room a row of the list takes. */
export type Density = 'comfortable' | 'compact'

/** Kept in this browser: what fits is a matter of its screen. */
export function useDensity() {
  const [stored, setDensity] = useLocalStorage<Density>({
    key: 'incasso-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  })
  const density: Density = stored === 'compact' ? 'compact' : 'comfortable'
  return [density, setDensity] as const
}
